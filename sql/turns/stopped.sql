-- The newest turn of a thread outside one session, where no turn of its own session was begun a
-- moment ago and is still open: that one may be going on just now.
-- Parameters: thread_id, session, begun_before
-- Index: the unique index of turns on (thread_id, sequence), turns_open.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, turn.intent, turn.origin,
  CAST(turn.user_text AS BLOB) AS user_text, CAST(turn.assistant_text AS BLOB) AS assistant_text,
  turn.state, turn.said_at, turn.created_at, turn.user_sha256, turn.assistant_sha256
FROM turns AS turn
WHERE turn.thread_id = :thread_id AND turn.session <> :session AND turn.origin <> 'edit'
  AND NOT EXISTS (
    SELECT 1 FROM turns AS other INDEXED BY turns_open
    WHERE other.state = 'open' AND other.thread_id = turn.thread_id
      AND other.session = turn.session AND other.created_at >= :begun_before)
ORDER BY turn.sequence DESC
LIMIT 1;
