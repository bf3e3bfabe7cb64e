-- Send a job to its retry or park it, under the same fence as a success.
-- Parameters: status, error, attempt_count, next_retry_at, checkpoint, now, id, owner, token,
--   lease_max, generation
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET status = :status, lease_owner = NULL, lease_expires_at = NULL, last_error = :error,
  attempt_count = :attempt_count, next_retry_at = :next_retry_at, checkpoint = :checkpoint,
  updated_at = :now
WHERE id = :id AND status = 'leased' AND lease_owner = :owner AND lease_token = :token
  AND lease_expires_at > :now AND lease_expires_at <= :now + :lease_max
  AND generation = :generation
  AND generation = (SELECT generation FROM memory_meta WHERE id = 1);
