-- The highest numbers that candidates bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT
  max(id) AS memory_candidates,
  max(job_id) AS memory_jobs
FROM memory_candidates;
