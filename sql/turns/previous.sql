-- The nearest earlier completed turn of the same session, unless a gap parts it from what follows:
-- a live turn has a source key for nothing else.
-- Parameters: thread_id, session, sequence
-- Index: turns_by_session.
SELECT id, thread_id, session, sequence, intent, origin, CAST(user_text AS BLOB) AS user_text,
  CAST(assistant_text AS BLOB) AS assistant_text, state, said_at, created_at, user_sha256,
  assistant_sha256
FROM turns
WHERE id = (
    SELECT nearest.id
    FROM turns AS nearest
    WHERE nearest.thread_id = :thread_id AND nearest.session = :session
      AND nearest.sequence < :sequence
      AND nearest.state = 'completed' AND nearest.origin <> 'edit'
    ORDER BY nearest.sequence DESC
    LIMIT 1)
  AND (origin <> 'live' OR source_key IS NULL);
