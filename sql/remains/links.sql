-- The highest numbers that the links of revisions bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT
  max(item_row_id) AS memory_items,
  max(candidate_id) AS memory_candidates
FROM memory_item_candidates;
