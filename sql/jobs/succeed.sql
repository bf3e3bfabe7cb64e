-- Close a job whose lease, owner, token and generation still hold.
-- Parameters: status, now, id, owner, token, lease_max, generation
-- Index: memory_jobs by rowid.
UPDATE memory_jobs
SET status = :status, lease_owner = NULL, lease_expires_at = NULL, checkpoint = NULL,
  updated_at = :now, completed_at = :now
WHERE id = :id AND status = 'leased' AND lease_owner = :owner AND lease_token = :token
  AND lease_expires_at > :now AND lease_expires_at <= :now + :lease_max
  AND generation = :generation
  AND generation = (SELECT generation FROM memory_meta WHERE id = 1);
