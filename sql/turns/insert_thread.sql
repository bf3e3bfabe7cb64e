-- A new thread.
-- Parameters: id, scope_id, status, source_key, now, archived_at
INSERT INTO threads (id, scope_id, status, source_key, compaction, compaction_sequence, created_at,
  archived_at)
VALUES (:id, :scope_id, :status, :source_key, '', 0, :now, :archived_at);
