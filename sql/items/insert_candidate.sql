-- A candidate that passed the gate.
-- Parameters: id, scope_id, thread_id, job_id, kind, title, content, aliases, non_factual, said_at,
--   now
INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, aliases,
  non_factual, status, said_at, created_at, updated_at)
VALUES (:id, :scope_id, :thread_id, :job_id, :kind, :title, :content, :aliases, :non_factual,
  'pending', :said_at, :now, :now);
