-- The oldest lanes of extraction jobs (thread and session), each with its first jobs in order.
-- Whether the round may take a job stands beside it, so that a lane ends at the first it may not.
-- Parameters: upto_id, children, tried, thread_id, after_id, limit_lanes, limit_jobs
-- Index: memory_jobs_unresolved for the heads, memory_jobs_lanes for the rest.
WITH heads (thread_id, session, head_id) AS MATERIALIZED (
  SELECT job.thread_id, job.session, job.id
  FROM memory_jobs AS job
  WHERE job.kind = 'extraction' AND job.status IN ('pending', 'leased', 'retry_wait')
    AND (:upto_id IS NULL OR job.id <= :upto_id
      OR job.id IN (SELECT value FROM json_each(:children)))
    AND job.id NOT IN (SELECT value FROM json_each(:tried))
    AND (:thread_id IS NULL OR job.thread_id = :thread_id)
    AND job.id > :after_id
    AND NOT EXISTS (
      SELECT 1 FROM memory_jobs AS ahead
      WHERE ahead.kind = 'extraction' AND ahead.status IN ('pending', 'leased', 'retry_wait')
        AND ahead.thread_id = job.thread_id AND ahead.session = job.session
        AND ahead.sequence < job.sequence)
  ORDER BY job.id
  LIMIT :limit_lanes)
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
