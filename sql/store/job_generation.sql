-- The newest generation that any job was made in.
SELECT max(generation) FROM memory_jobs;
