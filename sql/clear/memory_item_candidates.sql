-- Delete every row of memory_item_candidates; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM memory_item_candidates;
