-- The jobs a drain round takes: everything unresolved now, or of one thread.
-- Parameters: thread_id
-- Index: memory_jobs_unresolved.
SELECT id
FROM memory_jobs
WHERE kind IN ('extraction', 'consolidation') AND status IN ('pending', 'leased', 'retry_wait')
  AND (:thread_id IS NULL OR thread_id = :thread_id)
ORDER BY id;
