-- Queue a job, once per idempotency key; the generation is the store's.
-- Parameters: id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
--   idempotency_key, now
-- Index: memory_meta by rowid.
INSERT INTO memory_jobs (id, kind, scope_id, thread_id, session, sequence, turn_id, payload,
  idempotency_key, status, generation, attempt_count, lease_token, created_at, updated_at)
SELECT :id, :kind, :scope_id, :thread_id, :session, :sequence, :turn_id, :payload,
  :idempotency_key, 'pending', generation, 0, 0, :now, :now
FROM memory_meta
WHERE id = 1
ON CONFLICT (idempotency_key) DO NOTHING;
