-- What is remarkable about unfinished jobs, counted.
-- Parameters: now, lease_max, wait_max, late_since, tired_from
-- Index: memory_jobs_unresolved and memory_jobs_parked do not serve all; a scan, of a copy alone.
SELECT
  count(*) FILTER (WHERE status = 'parked') AS parked,
  count(*) FILTER (WHERE status = 'retry_wait' AND attempt_count >= :tired_from) AS tired,
  count(*) FILTER (WHERE status = 'pending' AND created_at < :late_since) AS late,
  count(*) FILTER (WHERE status = 'leased' AND lease_expires_at <= :now) AS expired,
  count(*) FILTER (
    WHERE status = 'leased' AND lease_expires_at > :now + :lease_max
      OR status = 'retry_wait' AND next_retry_at > :now + :wait_max) AS far,
  count(*) FILTER (
    WHERE status <> 'parked'
      AND generation <> (SELECT generation FROM memory_meta WHERE id = 1)) AS outdated
FROM memory_jobs
WHERE status IN ('pending', 'leased', 'retry_wait', 'parked');
