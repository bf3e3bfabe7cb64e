-- The live turns of a thread after one, in order.
-- Parameters: thread_id, sequence, limit_rows
-- Index: the unique index of turns.
SELECT id, thread_id, session, sequence, intent, origin, CAST(user_text AS BLOB) AS user_text,
  CAST(assistant_text AS BLOB) AS assistant_text, state, said_at, created_at, user_sha256,
  assistant_sha256
FROM turns
WHERE thread_id = :thread_id AND sequence > :sequence AND origin = 'live'
ORDER BY sequence
LIMIT :limit_rows;
