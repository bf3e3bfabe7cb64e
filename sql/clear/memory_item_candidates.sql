-- Delete every row of memory_item_candidates; part of an explicit clear.
DELETE FROM memory_item_candidates;
