-- What was settled long ago: the oldest jobs.
-- Parameters: upto_id
UPDATE memory_jobs SET status = 'succeeded', attempt_count = 1, lease_token = 1, completed_at = 1
WHERE id <= :upto_id;
