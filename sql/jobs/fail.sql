-- Send a job to its retry or park it, under the same fence as a success. A checkpoint is kept
-- unless something was forgotten since it was asked for.
-- Parameters: status, error, attempt_count, next_retry_at, checkpoint, now, id, owner, token,
--   lease_max, generation
-- Index: memory_jobs by rowid, tombstones by rowid.
UPDATE memory_jobs
SET status = :status, lease_owner = NULL, lease_expires_at = NULL, last_error = :error,
  attempt_count = :attempt_count, next_retry_at = :next_retry_at,
  checkpoint = CASE
    WHEN json_extract(:checkpoint, '$.asked_mark') = (SELECT coalesce(max(id), 0) FROM tombstones)
    THEN :checkpoint END,
  updated_at = :now
WHERE id = :id AND status = 'leased' AND lease_owner = :owner AND lease_token = :token
  AND lease_expires_at > :now AND lease_expires_at <= :now + :lease_max
  AND generation = :generation
  AND generation = (SELECT generation FROM memory_meta WHERE id = 1);
