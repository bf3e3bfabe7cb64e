-- The turns before and after a place in its session.
-- Parameters: thread_id, session, sequence
-- Index: turns_by_session.
SELECT id, thread_id, session, sequence, intent, origin, CAST(user_text AS BLOB) AS user_text,
  CAST(assistant_text AS BLOB) AS assistant_text, state, said_at, created_at, user_sha256,
  assistant_sha256
FROM turns
WHERE id IN (
  (SELECT earlier.id FROM turns AS earlier
    WHERE earlier.thread_id = :thread_id AND earlier.session = :session
      AND earlier.sequence < :sequence AND earlier.origin <> 'edit'
    ORDER BY earlier.sequence DESC LIMIT 1),
  (SELECT later.id FROM turns AS later
    WHERE later.thread_id = :thread_id AND later.session = :session
      AND later.sequence > :sequence AND later.origin <> 'edit'
    ORDER BY later.sequence LIMIT 1));
