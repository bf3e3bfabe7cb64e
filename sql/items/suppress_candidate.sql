-- Withdraw a candidate that is still pending and empty its text.
-- Parameters: now, id
-- Index: memory_candidates by rowid.
UPDATE memory_candidates
SET status = 'suppressed', title = '', content = '', aliases = '[]', updated_at = :now
WHERE id = :id AND status = 'pending';
