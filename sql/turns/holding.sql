-- The newest live turns of a thread whose user said exactly these words, newest first.
-- Parameters: thread_id, quote, limit_read (turns that are looked through), limit_rows
-- Index: the unique index of turns.
SELECT id, thread_id, session, sequence, intent, origin, CAST(user_text AS BLOB) AS user_text,
  CAST(assistant_text AS BLOB) AS assistant_text, state, said_at, created_at, user_sha256,
  assistant_sha256
FROM (
  SELECT * FROM turns
  WHERE thread_id = :thread_id AND origin = 'live'
  ORDER BY sequence DESC
  LIMIT :limit_read)
WHERE instr(CAST(user_text AS BLOB), CAST(:quote AS BLOB)) > 0
ORDER BY sequence DESC
LIMIT :limit_rows;
