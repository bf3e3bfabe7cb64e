-- The nearest earlier completed turn of the same session.
-- Parameters: thread_id, session, sequence
-- Index: turns_by_session.
SELECT id, thread_id, session, sequence, intent, origin, CAST(user_text AS BLOB) AS user_text,
  CAST(assistant_text AS BLOB) AS assistant_text, state, said_at, created_at, user_sha256,
  assistant_sha256
FROM turns
WHERE thread_id = :thread_id AND session = :session AND sequence < :sequence
  AND state = 'completed' AND origin <> 'edit'
ORDER BY sequence DESC
LIMIT 1;
