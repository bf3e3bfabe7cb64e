-- Every row of memory_jobs for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, kind, scope_id, thread_id, session, sequence, turn_id, payload, idempotency_key, status,
  generation, attempt_count, lease_owner, lease_token, lease_expires_at, next_retry_at,
  last_error, checkpoint, created_at, updated_at, completed_at
FROM memory_jobs
ORDER BY id;
