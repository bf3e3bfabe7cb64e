-- The turns of a scope that were said from since_us up to until_us, newest first, of the newest
-- turns_max of the store. since_us, until_us and thread_id may be null.
-- Parameters: scope_id, thread_id, since_us, until_us, before_turn_id, turns_max, limit_rows
-- Columns: id
-- Index: turns by rowid, at most turns_max of them; threads by rowid.
WITH newest (id, thread_id, said_at) AS MATERIALIZED (
  SELECT id, thread_id, said_at FROM turns
  WHERE id < :before_turn_id AND origin <> 'edit'
  ORDER BY id DESC
  LIMIT :turns_max)
SELECT newest.id AS id
FROM newest
CROSS JOIN threads AS thread ON thread.id = newest.thread_id
WHERE thread.scope_id = :scope_id
  AND (:thread_id IS NULL OR newest.thread_id = :thread_id)
  AND (:since_us IS NULL OR newest.said_at >= :since_us)
  AND (:until_us IS NULL OR newest.said_at < :until_us)
ORDER BY newest.said_at DESC, newest.id DESC
LIMIT :limit_rows;
