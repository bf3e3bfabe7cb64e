-- The state every ordinary operation needs, in one row; no row when meta is missing.
-- Index: memory_meta by rowid, threads_one_active.
SELECT meta.generation, meta.subject_key,
  (SELECT min(id) FROM scopes) AS scope_id,
  (SELECT id FROM threads
    WHERE status = 'active' AND scope_id = (SELECT min(id) FROM scopes)) AS thread_id
FROM memory_meta AS meta
WHERE meta.id = 1;
