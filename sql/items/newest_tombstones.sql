-- The newest tombstones of the scope that a thread belongs to, newest first.
-- Parameters: thread_id, limit_rows
-- Index: tombstones_by_scope.
SELECT id, item_id, turn_id, role, start_char, end_char, subject, last_turn_id, forgotten_at
FROM tombstones
WHERE scope_id = (SELECT scope_id FROM threads WHERE id = :thread_id)
ORDER BY id DESC
LIMIT :limit_rows;
