-- The job with a key, such as the extraction of a turn.
-- Parameters: key
-- Index: the unique index of memory_jobs.
SELECT job.id, job.kind, job.thread_id, job.session, job.sequence, job.turn_id, job.payload,
  job.status, job.generation, job.attempt_count, job.lease_owner, job.lease_token,
  job.lease_expires_at, job.next_retry_at, job.checkpoint, job.created_at, job.last_error
FROM memory_jobs AS job
WHERE job.idempotency_key = :key;
