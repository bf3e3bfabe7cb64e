-- Take unfinished jobs of a restored store over into its new generation, held by nobody.
-- Parameters: generation, now
-- Index: a scan: it runs once, while a store is restored.
UPDATE memory_jobs
SET generation = :generation, updated_at = :now,
  status = CASE status WHEN 'leased' THEN 'pending' ELSE status END,
  lease_owner = NULL, lease_expires_at = NULL
WHERE status IN ('pending', 'leased', 'retry_wait', 'parked');
