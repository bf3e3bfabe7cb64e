-- The oldest lanes of extraction jobs (thread and session), each with its first jobs in order.
-- Whether the round may take a job stands beside it, so that a lane ends at the first it may not.
-- Heads are looked for among the oldest 512 jobs. Where these show too few, because few lanes
-- hold many jobs each, the index is walked from lane to lane instead, past all jobs between.
-- Parameters: upto_id, children, tried, thread_id, after_id, limit_lanes, limit_jobs
-- Index: memory_jobs_unresolved for the oldest, memory_jobs_lanes for the rest.
WITH RECURSIVE oldest (thread_id, session, sequence, id) AS NOT MATERIALIZED (
  SELECT thread_id, session, sequence, id
  FROM memory_jobs
  WHERE kind = 'extraction' AND status IN ('pending', 'leased', 'retry_wait') AND id > :after_id
  ORDER BY id
  LIMIT 512),
near (thread_id, session, head_id) AS MATERIALIZED (
  SELECT early.thread_id, early.session, early.id
  FROM oldest AS early
  WHERE (:upto_id IS NULL OR early.id <= :upto_id
      OR early.id IN (SELECT value FROM json_each(:children)))
    AND early.id NOT IN (SELECT value FROM json_each(:tried))
    AND (:thread_id IS NULL OR early.thread_id = :thread_id)
    AND NOT EXISTS (
      SELECT 1 FROM memory_jobs AS ahead
      WHERE ahead.kind = 'extraction' AND ahead.status IN ('pending', 'leased', 'retry_wait')
        AND ahead.thread_id = early.thread_id AND ahead.session = early.session
        AND ahead.sequence < early.sequence)
  ORDER BY early.id
  LIMIT :limit_lanes),
choice (is_near) AS MATERIALIZED (
  SELECT CASE WHEN (SELECT count(*) FROM near) = :limit_lanes THEN 1
    ELSE (SELECT count(*) FROM oldest) < 512 END),
lane (thread_id, session, head_id) AS (
  SELECT job.thread_id, job.session, job.id
  FROM choice CROSS JOIN memory_jobs AS job ON job.id = (
    SELECT first.id FROM memory_jobs AS first
    WHERE first.kind = 'extraction' AND first.status IN ('pending', 'leased', 'retry_wait')
      AND first.thread_id >= coalesce(:thread_id, 0)
    ORDER BY first.thread_id, first.session, first.sequence, first.id
    LIMIT 1)
  WHERE NOT choice.is_near
  UNION ALL
  SELECT job.thread_id, job.session, job.id
  FROM lane
  CROSS JOIN memory_jobs AS job ON job.id = coalesce((
    SELECT later.id FROM memory_jobs AS later
    WHERE later.kind = 'extraction' AND later.status IN ('pending', 'leased', 'retry_wait')
      AND later.thread_id = lane.thread_id AND later.session > lane.session
    ORDER BY later.session, later.sequence, later.id
    LIMIT 1), (
    SELECT later.id FROM memory_jobs AS later
    WHERE later.kind = 'extraction' AND later.status IN ('pending', 'leased', 'retry_wait')
      AND later.thread_id > lane.thread_id
    ORDER BY later.thread_id, later.session, later.sequence, later.id
    LIMIT 1))
  WHERE lane.thread_id <= coalesce(:thread_id, lane.thread_id)),
far (thread_id, session, head_id) AS MATERIALIZED (
  SELECT thread_id, session, head_id
  FROM lane
  WHERE head_id > :after_id
    AND (:upto_id IS NULL OR head_id <= :upto_id
      OR head_id IN (SELECT value FROM json_each(:children)))
    AND head_id NOT IN (SELECT value FROM json_each(:tried))
    AND (:thread_id IS NULL OR thread_id = :thread_id)
  ORDER BY head_id
  LIMIT :limit_lanes),
heads (thread_id, session, head_id) AS MATERIALIZED (
  SELECT thread_id, session, head_id FROM near WHERE (SELECT is_near FROM choice)
  UNION ALL
  SELECT thread_id, session, head_id FROM far)
SELECT head.head_id,
  (:upto_id IS NULL OR job.id <= :upto_id
    OR job.id IN (SELECT value FROM json_each(:children)))
    AND job.id NOT IN (SELECT value FROM json_each(:tried)) AS is_allowed,
  job.id, job.kind, job.thread_id, job.session, job.sequence, job.turn_id,
  job.payload, job.status, job.generation, job.attempt_count, job.lease_owner, job.lease_token,
  job.lease_expires_at, job.next_retry_at, job.checkpoint, job.created_at,
  job.last_error
FROM heads AS head
CROSS JOIN memory_jobs AS job ON job.id IN (
  SELECT member.id FROM memory_jobs AS member
  WHERE member.kind = 'extraction' AND member.status IN ('pending', 'leased', 'retry_wait')
    AND member.thread_id = head.thread_id AND member.session = head.session
  ORDER BY member.sequence, member.id
  LIMIT :limit_jobs)
ORDER BY head.head_id, job.sequence, job.id;
