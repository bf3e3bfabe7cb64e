-- A candidate that proves every item of the bench by the first words of turn 1, and its job.
-- Parameters: quote
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
VALUES (1, 'extraction', 1, 1, 'bench', 1, 1, '{}', 'bench', 'succeeded', 1, 1, 1, 0, 0);
INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, aliases,
  non_factual, status, created_at, updated_at)
VALUES (1, 1, 1, 1, 'project_decision', 'x', 'x', '[]', 0, 'consolidated', 0, 0);
INSERT INTO candidate_sources (candidate_id, turn_id, role, start_char, end_char, quote)
VALUES (1, 1, 'user', 0, length(:quote), :quote);
