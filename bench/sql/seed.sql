-- One turn with one candidate that proves every item of the bench.
-- Parameters: none
INSERT INTO memory_meta (id, store_id, face, generation, commit_counter, subject_key, created_at,
  updated_at)
VALUES (1, 'bench', 'project', 1, 0, zeroblob(32), 0, 0);
INSERT INTO scopes (id, name, created_at) VALUES (1, 'bench', 0);
INSERT INTO threads (id, scope_id, status, compaction, compaction_sequence, created_at)
VALUES (1, 1, 'active', '', 0, 0);
INSERT INTO turns (id, thread_id, session, sequence, intent, origin, user_text, user_sha256,
  assistant_text, assistant_sha256, state, created_at, updated_at)
VALUES (1, 1, 'bench', 1, 'general_chat', 'live', 'said so', zeroblob(32), '', zeroblob(32),
  'completed', 0, 0);
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
VALUES (1, 'extraction', 1, 1, 'bench', 1, 1, '{}', 'bench', 'succeeded', 1, 1, 1, 0, 0);
INSERT INTO memory_candidates (id, scope_id, thread_id, job_id, kind, title, content, aliases,
  non_factual, status, created_at, updated_at)
VALUES (1, 1, 1, 1, 'project_decision', 'x', 'x', '[]', 0, 'consolidated', 0, 0);
INSERT INTO candidate_sources (candidate_id, turn_id, role, start_char, end_char, quote)
VALUES (1, 1, 'user', 0, 7, 'said so');
