-- Give a job up for good, unless it has moved on meanwhile.
-- Parameters: now, id, status, token
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET status = 'dropped', lease_owner = NULL, lease_expires_at = NULL, next_retry_at = NULL,
  checkpoint = NULL, updated_at = :now, completed_at = :now
WHERE id = :id AND status = :status AND lease_token = :token;
