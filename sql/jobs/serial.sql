-- The oldest unresolved consolidation job that the round may take.
-- Parameters: upto_id, children, tried, thread_id
-- Index: memory_jobs_unresolved.
SELECT job.id, job.kind, job.thread_id, job.session, job.sequence, job.turn_id, job.payload,
  job.status, job.generation, job.attempt_count, job.lease_owner, job.lease_token,
  job.lease_expires_at, job.next_retry_at, job.checkpoint, job.created_at,
  job.last_error
FROM memory_jobs AS job
WHERE job.kind = 'consolidation' AND job.status IN ('pending', 'leased', 'retry_wait')
  AND (:upto_id IS NULL OR job.id <= :upto_id
    OR job.id IN (SELECT value FROM json_each(:children)))
  AND job.id NOT IN (SELECT value FROM json_each(:tried))
  AND (:thread_id IS NULL OR job.thread_id = :thread_id)
ORDER BY job.id
LIMIT 1;
