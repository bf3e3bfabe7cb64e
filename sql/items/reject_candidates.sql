-- Reject those of some candidates that are still pending.
-- Parameters: now, ids
-- Index: memory_candidates by rowid.
UPDATE memory_candidates
SET status = 'rejected', updated_at = :now
WHERE status = 'pending' AND id IN (SELECT value FROM json_each(:ids));
