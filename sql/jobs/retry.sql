-- Put a job back into its lane with its attempts forgiven, unless it has moved on meanwhile.
-- Parameters: now, id, status, token
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET status = 'pending', attempt_count = 0, lease_owner = NULL, lease_expires_at = NULL,
  next_retry_at = NULL, updated_at = :now
WHERE id = :id AND status = :status AND lease_token = :token;
