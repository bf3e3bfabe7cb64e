-- Note a success and recompute the one error shown for the whole store (A267-A269).
-- Parameters: now
-- Index: memory_jobs_errors.
UPDATE memory_meta
SET last_succeeded_at = :now, updated_at = :now,
  last_error = (
    SELECT last_error FROM memory_jobs
    WHERE last_error IS NOT NULL
      AND status IN ('pending', 'leased', 'retry_wait', 'parked')
    ORDER BY updated_at DESC, id DESC
    LIMIT 1)
WHERE id = 1;
