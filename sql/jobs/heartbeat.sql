-- Extend the lease of a job that its owner still holds.
-- Parameters: expires_at, id, owner, token, now
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET lease_expires_at = :expires_at
WHERE id = :id AND status = 'leased' AND lease_owner = :owner AND lease_token = :token
  AND lease_expires_at > :now;
