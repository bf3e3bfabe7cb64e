-- A turn with up to turns_max turns before it and as many after it in its session, in order.
-- Parameters: turn_id, turns_max
-- Index: turns by rowid, turns_by_session.
SELECT near.id, near.thread_id, near.session, near.sequence, near.intent, near.origin,
  CAST(near.user_text AS BLOB) AS user_text, CAST(near.assistant_text AS BLOB) AS assistant_text,
  near.state, near.said_at, near.created_at, near.user_sha256, near.assistant_sha256
FROM turns AS own
CROSS JOIN turns AS near ON near.id IN (
  SELECT own.id
  UNION ALL
  SELECT id FROM (
    SELECT earlier.id FROM turns AS earlier
    WHERE earlier.thread_id = own.thread_id AND earlier.session = own.session
      AND earlier.sequence < own.sequence AND earlier.origin <> 'edit'
    ORDER BY earlier.sequence DESC LIMIT :turns_max)
  UNION ALL
  SELECT id FROM (
    SELECT later.id FROM turns AS later
    WHERE later.thread_id = own.thread_id AND later.session = own.session
      AND later.sequence > own.sequence AND later.origin <> 'edit'
    ORDER BY later.sequence LIMIT :turns_max))
WHERE own.id = :turn_id
ORDER BY near.sequence;
