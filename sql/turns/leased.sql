-- One turn with its owner, lease and scope.
-- Parameters: id
-- Index: turns and threads by rowid.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, turn.intent, turn.origin,
  turn.user_text, turn.assistant_text, turn.state, turn.said_at, turn.created_at,
  turn.lease_owner, turn.lease_expires_at, thread.scope_id
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.id = :id;
