-- The newest turn of a session in a thread, with its owner and lease; no texts.
-- Parameters: thread_id, session
-- Index: turns_by_session.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, thread.scope_id, turn.state,
  turn.assistant_sha256, turn.lease_owner, turn.lease_expires_at
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.thread_id = :thread_id AND turn.session = :session AND turn.origin <> 'edit'
ORDER BY turn.sequence DESC
LIMIT 1;
