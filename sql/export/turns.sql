-- Every row of turns for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, thread_id, session, sequence, intent, origin, source_key,
  CAST(user_text AS BLOB) AS user_text, hex(user_sha256) AS user_sha256,
  CAST(assistant_text AS BLOB) AS assistant_text, hex(assistant_sha256) AS assistant_sha256,
  state, lease_owner, lease_expires_at, said_at, created_at, updated_at
FROM turns
ORDER BY id;
