-- Every row of threads for a RAW export, in a fixed order.
SELECT id, scope_id, status, source_key, compaction, compaction_sequence, created_at, archived_at
FROM threads
ORDER BY id;
