-- The oldest of the newest turns below one.
-- Parameters: through, limit_rows
-- Index: turns by rowid.
SELECT min(id), count(*) FROM (
  SELECT id FROM turns WHERE id < :through ORDER BY id DESC LIMIT :limit_rows);
