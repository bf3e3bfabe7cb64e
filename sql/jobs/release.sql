-- Put a job back into its lane that was claimed and not worked on, under the fence of a success.
-- Parameters: attempt_count, now, id, owner, token, lease_max, generation
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET status = 'pending', lease_owner = NULL, lease_expires_at = NULL,
  attempt_count = :attempt_count, updated_at = :now
WHERE id = :id AND status = 'leased' AND lease_owner = :owner AND lease_token = :token
  AND lease_expires_at > :now AND lease_expires_at <= :now + :lease_max
  AND generation = :generation
  AND generation = (SELECT generation FROM memory_meta WHERE id = 1);
