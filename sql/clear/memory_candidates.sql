-- Delete every row of memory_candidates; part of an explicit clear.
DELETE FROM memory_candidates;
