-- The meta row.
-- Index: memory_meta by rowid.
SELECT store_id, face, generation, commit_counter, last_error, last_succeeded_at, created_at
FROM memory_meta
WHERE id = 1;
