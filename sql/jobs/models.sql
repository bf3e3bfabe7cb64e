-- Which models gave the answers that settled some jobs, where that was noted.
-- Parameters: job_ids (a JSON list)
-- Index: job_models by primary key.
SELECT job_id, model FROM job_models WHERE job_id IN (SELECT value FROM json_each(:job_ids));
