-- Delete every row of memory_candidates; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM memory_candidates;
