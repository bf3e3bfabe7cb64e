-- Archive the active thread the plan saw.
-- Parameters: now, id
-- Index: threads by rowid.
UPDATE threads SET status = 'archived', archived_at = :now WHERE id = :id AND status = 'active';
