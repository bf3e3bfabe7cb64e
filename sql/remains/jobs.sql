-- The highest numbers that jobs bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT
  max(id) AS memory_jobs,
  max(turn_id) AS turns,
  max(thread_id) AS threads
FROM memory_jobs;
