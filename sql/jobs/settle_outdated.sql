-- Close unresolved jobs of another generation than the store's; nothing comes of them.
-- Parameters: now
-- Index: memory_jobs_unresolved: unresolved jobs only.
UPDATE memory_jobs
SET status = 'succeeded_no_output', lease_owner = NULL, lease_expires_at = NULL,
  next_retry_at = NULL, checkpoint = NULL, updated_at = :now, completed_at = :now
WHERE kind IN ('extraction', 'consolidation') AND status IN ('pending', 'leased', 'retry_wait')
  AND generation <> (SELECT generation FROM memory_meta WHERE id = 1);
