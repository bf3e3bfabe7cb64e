-- How many jobs are unresolved, in all or of one thread, and the newest of them (0 for none). In
-- all they are counted already; those of one thread are counted now.
-- Parameters: thread_id
-- Index: tallies by primary key, memory_jobs_lanes (kind, thread_id), memory_jobs_unresolved from
--   its end.
SELECT
  CASE WHEN :thread_id IS NULL
    THEN (
      SELECT coalesce(sum(number), 0) FROM tallies
      WHERE subject = 'jobs' AND state IN ('pending', 'leased', 'retry_wait'))
    ELSE (
      SELECT count(*) FROM memory_jobs
      WHERE kind IN ('extraction', 'consolidation')
        AND status IN ('pending', 'leased', 'retry_wait') AND thread_id = :thread_id)
    END,
  max(
    coalesce((
      SELECT id FROM memory_jobs
      WHERE kind = 'extraction' AND status IN ('pending', 'leased', 'retry_wait')
        AND (:thread_id IS NULL OR thread_id = :thread_id)
      ORDER BY id DESC LIMIT 1), 0),
    coalesce((
      SELECT id FROM memory_jobs
      WHERE kind = 'consolidation' AND status IN ('pending', 'leased', 'retry_wait')
        AND (:thread_id IS NULL OR thread_id = :thread_id)
      ORDER BY id DESC LIMIT 1), 0));
