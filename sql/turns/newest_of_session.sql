-- The newest turns of a session in a thread, newest first: where each stands, with its owner and
-- lease, the hash of what the user said, and whether a gap parts it from what follows (a live turn
-- has a source key for nothing else). No texts.
-- Parameters: thread_id, session, limit_rows
-- Index: turns_by_session, threads by rowid.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, thread.scope_id, turn.state,
  turn.assistant_sha256, turn.lease_owner, turn.lease_expires_at, turn.user_sha256,
  turn.source_key IS NOT NULL AS is_parted
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.thread_id = :thread_id AND turn.session = :session AND turn.origin <> 'edit'
ORDER BY turn.sequence DESC
LIMIT :limit_rows;
