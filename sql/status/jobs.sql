-- Job counts by status.
-- Index: a scan of memory_jobs, for diagnosis.
SELECT status, count(*) FROM memory_jobs GROUP BY status;
