-- Turns by their ids, oldest place first.
-- Parameters: ids
-- Index: turns by rowid.
SELECT id, thread_id, session, sequence, intent, origin, CAST(user_text AS BLOB) AS user_text,
  CAST(assistant_text AS BLOB) AS assistant_text, state, said_at, created_at, user_sha256,
  assistant_sha256
FROM turns
WHERE id IN (SELECT value FROM json_each(:ids))
ORDER BY thread_id, sequence;
