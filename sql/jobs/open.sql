-- How many jobs are unresolved, in all or of one thread, and the newest of them (0 for none).
-- Parameters: thread_id
-- Index: memory_jobs_unresolved.
SELECT count(*), coalesce(max(id), 0)
FROM memory_jobs
WHERE kind IN ('extraction', 'consolidation') AND status IN ('pending', 'leased', 'retry_wait')
  AND (:thread_id IS NULL OR thread_id = :thread_id);
