-- Every row of memory_item_candidates for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT item_row_id, candidate_id
FROM memory_item_candidates
ORDER BY item_row_id, candidate_id;
