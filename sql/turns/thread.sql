-- One thread.
-- Parameters: id
-- Index: threads by rowid.
SELECT id, scope_id, status, compaction, compaction_sequence FROM threads WHERE id = :id;
