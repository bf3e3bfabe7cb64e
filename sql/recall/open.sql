-- The open turns of a scope with the latest leases: in one of them the question may stand.
-- Parameters: scope_id, limit_rows
-- Columns: id
-- Index: turns_open, threads by rowid.
SELECT turn.id AS id
FROM turns AS turn INDEXED BY turns_open
CROSS JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.state = 'open' AND thread.scope_id = :scope_id
ORDER BY turn.lease_expires_at DESC
LIMIT :limit_rows;
