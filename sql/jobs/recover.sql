-- Return jobs whose lease has run out, to be tried at once; one that took its worker with it too
-- often is parked.
-- Parameters: park_attempts, now, error, lease_max
-- Index: memory_jobs_unresolved: unresolved jobs only.
UPDATE memory_jobs
SET status = iif(attempt_count >= :park_attempts, 'parked', 'retry_wait'),
  next_retry_at = iif(attempt_count >= :park_attempts, NULL, :now),
  lease_owner = NULL, lease_expires_at = NULL, last_error = coalesce(last_error, :error),
  updated_at = :now
WHERE kind IN ('extraction', 'consolidation') AND status IN ('pending', 'leased', 'retry_wait')
  AND status = 'leased'
  AND (lease_expires_at <= :now OR lease_expires_at > :now + :lease_max);
