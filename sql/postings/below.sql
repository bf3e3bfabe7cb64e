-- The newest turns below one, with their scopes.
-- Parameters: through, limit_rows
-- Index: turns and threads by rowid.
SELECT turn.id, thread.scope_id
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.id < :through
ORDER BY turn.id DESC
LIMIT :limit_rows;
