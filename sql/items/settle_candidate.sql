-- Close a candidate that is still pending.
-- Parameters: status, now, id
-- Index: memory_candidates by rowid.
UPDATE memory_candidates
SET status = :status, updated_at = :now
WHERE id = :id AND status = 'pending';
