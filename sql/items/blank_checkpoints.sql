-- Drop model replies kept for unfinished jobs of the threads concerned.
-- Parameters: turn_ids
-- Index: memory_jobs_lanes.
UPDATE memory_jobs
SET checkpoint = NULL
WHERE status IN ('pending', 'leased', 'retry_wait') AND kind IN ('extraction', 'consolidation')
  AND thread_id IN (
    SELECT thread_id FROM turns WHERE id IN (SELECT value FROM json_each(:turn_ids)));
