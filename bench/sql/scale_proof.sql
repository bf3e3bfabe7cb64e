-- A candidate that proves every item of its scope, by the words of the scope's first turn.
-- Parameters: number, quote
INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, aliases,
  non_factual, status, created_at, updated_at)
VALUES (:number, :number, :number, :number, 'project_decision', 'x', 'x', '[]', 0,
  'consolidated', 0, 0);
INSERT INTO candidate_sources (candidate_id, turn_id, role, start_char, end_char, quote)
VALUES (:number, :number, 'user', 0, length(:quote), :quote);
