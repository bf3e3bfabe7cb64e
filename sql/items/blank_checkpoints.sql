-- Drop all model replies kept for unfinished jobs: any may hold the forgotten words.
-- Index: memory_jobs_unresolved.
UPDATE memory_jobs
SET checkpoint = NULL
WHERE status IN ('pending', 'leased', 'retry_wait') AND kind IN ('extraction', 'consolidation');
