-- Open turns of a range of owners, newest first, with when each was begun.
-- Parameters: owner_from, owner_to, limit_rows
-- Index: turns_open.
SELECT turn.id, turn.thread_id, turn.session, turn.sequence, thread.scope_id, turn.state,
  turn.assistant_sha256, turn.lease_owner, turn.lease_expires_at
FROM turns AS turn INDEXED BY turns_open
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.state = 'open' AND turn.lease_owner >= :owner_from AND turn.lease_owner <= :owner_to
ORDER BY turn.id DESC
LIMIT :limit_rows;
