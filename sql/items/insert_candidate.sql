-- A candidate that passed the gate.
-- Parameters: id, scope_id, thread_id, job_id, kind, title, content, aliases, non_factual, now
INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, aliases,
  non_factual, status, created_at, updated_at)
VALUES (:id, :scope_id, :thread_id, :job_id, :kind, :title, :content, :aliases, :non_factual,
  'pending', :now, :now);
