-- When the next unresolved job may become due: its oldest creation or retry time.
-- Index: memory_jobs_unresolved.
SELECT count(*), min(created_at), min(next_retry_at)
FROM memory_jobs
WHERE kind IN ('extraction', 'consolidation') AND status IN ('pending', 'leased', 'retry_wait');
