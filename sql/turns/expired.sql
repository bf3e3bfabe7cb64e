-- Open turns whose lease has run out, or lies further ahead than any lease lasts.
-- Parameters: now, lease_max, limit_rows
-- Index: turns_open.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, turn.intent, turn.origin,
  turn.user_text, turn.assistant_text, turn.state, turn.said_at, turn.created_at,
  turn.lease_owner, turn.lease_expires_at, thread.scope_id
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.state = 'open'
  AND (turn.lease_expires_at <= :now OR turn.lease_expires_at > :now + :lease_max)
ORDER BY turn.id
LIMIT :limit_rows;
