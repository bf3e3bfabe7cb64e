-- Every row of job_models for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT job_id, model
FROM job_models
ORDER BY job_id;
