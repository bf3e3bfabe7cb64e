-- The state every ordinary operation starts from, in one row; no row when meta is missing.
-- The newest time at which anything was said in the active thread, or its beginning, is last.
-- Index: memory_meta by rowid, threads_one_active, the unique index of turns on (thread_id,
--   sequence); sqlite_sequence has one row a table.
SELECT meta.generation, meta.subject_key, scope.id, thread.id,
  coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'turns'), 0) + 1 AS next_turn_id,
  coalesce((
    SELECT sequence FROM turns WHERE thread_id = thread.id ORDER BY sequence DESC LIMIT 1), 0) + 1
    AS next_sequence,
  coalesce((
    SELECT said_at FROM turns WHERE thread_id = thread.id ORDER BY sequence DESC LIMIT 1),
    thread.created_at) AS latest_said_at
FROM memory_meta AS meta
LEFT JOIN scopes AS scope ON scope.id = (SELECT min(id) FROM scopes)
LEFT JOIN threads AS thread ON thread.status = 'active' AND thread.scope_id = scope.id
WHERE meta.id = 1;
