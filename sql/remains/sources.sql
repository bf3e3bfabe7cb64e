-- The highest numbers that sources bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT
  max(candidate_id) AS memory_candidates,
  max(turn_id) AS turns
FROM candidate_sources;
