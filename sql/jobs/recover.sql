-- Return jobs whose lease has run out, to be tried at once.
-- Parameters: now, error, lease_max
-- Index: memory_jobs_unresolved: unresolved jobs only.
UPDATE memory_jobs
SET status = 'retry_wait', lease_owner = NULL, lease_expires_at = NULL, next_retry_at = :now,
  last_error = coalesce(last_error, :error), updated_at = :now
WHERE status = 'leased'
  AND (lease_expires_at <= :now OR lease_expires_at > :now + :lease_max);
