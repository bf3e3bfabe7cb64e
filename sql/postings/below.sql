-- The newest turns below one, down to another, with their scopes.
-- Parameters: through, low, limit_rows
-- Index: turns and threads by rowid.
SELECT turn.id, thread.scope_id
FROM turns AS turn
JOIN threads AS thread ON thread.id = turn.thread_id
WHERE turn.id < :through AND turn.id >= :low
ORDER BY turn.id DESC
LIMIT :limit_rows;
