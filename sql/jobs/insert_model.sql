-- Note which model gave the answer that settles a job.
-- Parameters: job_id, model
INSERT INTO job_models (job_id, model) VALUES (:job_id, :model)
ON CONFLICT (job_id) DO UPDATE SET model = excluded.model;
