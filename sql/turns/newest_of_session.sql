-- The newest turn of a session in a thread, with its owner and lease, unless a gap parts it from
-- what follows: a live turn has a source key for nothing else. No texts.
-- Parameters: thread_id, session
-- Index: turns_by_session, turns and threads by rowid.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, thread.scope_id, turn.state,
  turn.assistant_sha256, turn.lease_owner, turn.lease_expires_at
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.id = (
    SELECT newest.id
    FROM turns AS newest
    WHERE newest.thread_id = :thread_id AND newest.session = :session AND newest.origin <> 'edit'
    ORDER BY newest.sequence DESC
    LIMIT 1)
  AND turn.source_key IS NULL;
