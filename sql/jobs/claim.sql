-- Lease a job that nobody has claimed since the plan saw it.
-- Parameters: owner, expires_at, now, id, token
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET status = 'leased', lease_owner = :owner, lease_token = lease_token + 1,
  lease_expires_at = :expires_at, attempt_count = attempt_count + 1, next_retry_at = NULL,
  updated_at = :now
WHERE id = :id AND lease_token = :token AND status IN ('pending', 'retry_wait');
