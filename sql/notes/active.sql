-- Notes that are not forgotten, newest first, from some number down.
-- Parameters: scope_id, before_id, limit_rows
-- Index: notes_active.
SELECT id, product, text, status, said_at, created_at
FROM notes
WHERE scope_id = :scope_id AND status = 'active' AND id < :before_id
ORDER BY id DESC
LIMIT :limit_rows;
