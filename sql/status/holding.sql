-- What a store is and holds: its id, generation and commits, turns, memories in use, newest turn.
-- Index: memory_meta by rowid, turns by rowid (a scan to count them), memory_items_one_active.
SELECT meta.store_id, meta.generation, meta.commit_counter,
  (SELECT count(*) FROM turns) AS turns,
  (SELECT count(*) FROM memory_items WHERE status = 'active') AS memories,
  (SELECT created_at FROM turns ORDER BY id DESC LIMIT 1) AS newest_at
FROM memory_meta AS meta
WHERE meta.id = 1;
