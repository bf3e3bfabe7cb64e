-- The jobs that wait for the user's decision, oldest first.
-- Parameters: limit_rows
-- Index: memory_jobs_parked.
SELECT id, kind, turn_id, attempt_count, last_error
FROM memory_jobs
WHERE status = 'parked'
ORDER BY id
LIMIT :limit_rows;
