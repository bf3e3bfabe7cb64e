-- How many turns stand below one, as far as a limit.
-- Parameters: through, limit_rows
-- Index: turns by rowid, at most as many as the limit says.
SELECT count(*) FROM (SELECT 1 FROM turns WHERE id < :through LIMIT :limit_rows);
