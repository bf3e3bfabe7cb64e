-- The thread an imported session went to.
-- Parameters: source_key
-- Index: the unique index of threads on source_key.
SELECT id, scope_id, status, compaction, compaction_sequence
FROM threads
WHERE source_key = :source_key;
