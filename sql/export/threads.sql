-- Every row of threads for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, scope_id, status, source_key, compaction, compaction_sequence, created_at, archived_at
FROM threads
ORDER BY id;
