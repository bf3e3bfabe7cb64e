-- Where one turn stands, with its owner and lease; no texts.
-- Parameters: id
-- Index: turns and threads by rowid.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, thread.scope_id, turn.state,
  turn.assistant_sha256, turn.lease_owner, turn.lease_expires_at
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.id = :id;
