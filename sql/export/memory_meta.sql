-- Every row of memory_meta for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, store_id, face, generation, commit_counter, last_error, last_succeeded_at, created_at,
  updated_at
FROM memory_meta
ORDER BY id;
