-- The refusals since a given one, oldest first.
-- Parameters: after_id, limit_rows
-- Index: refusals by rowid.
SELECT id, turn_id, kind, reason, title, quotes
FROM refusals
WHERE id > :after_id
ORDER BY id
LIMIT :limit_rows;
