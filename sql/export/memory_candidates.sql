-- Every row of memory_candidates for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, scope_id, thread_id, job_id, kind, title, content, aliases, non_factual, status,
  said_at, created_at, updated_at
FROM memory_candidates
ORDER BY id;
