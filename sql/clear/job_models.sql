-- Delete every row of job_models; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM job_models;
