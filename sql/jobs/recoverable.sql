-- How many jobs a recovery would move: their lease has run out, or their generation has gone by.
-- Parameters: now, lease_max
-- Index: memory_jobs_unresolved: unresolved jobs only.
SELECT count(*)
FROM memory_jobs
WHERE kind IN ('extraction', 'consolidation') AND status IN ('pending', 'leased', 'retry_wait')
  AND (status = 'leased'
      AND (lease_expires_at <= :now OR lease_expires_at > :now + :lease_max)
    OR generation <> (SELECT generation FROM memory_meta WHERE id = 1));
