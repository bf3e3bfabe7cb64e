-- Open turns whose lease has run out, or lies further ahead than any lease lasts.
-- Parameters: now, lease_max, limit_rows
-- Index: turns_open.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, thread.scope_id, turn.state,
  turn.assistant_sha256, turn.lease_owner, turn.lease_expires_at
FROM turns AS turn INDEXED BY turns_open
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.state = 'open'
  AND (turn.lease_expires_at <= :now OR turn.lease_expires_at > :now + :lease_max)
ORDER BY turn.id
LIMIT :limit_rows;
