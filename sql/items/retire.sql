-- Retire an active revision; replaced_by_id names another item or nothing.
-- Parameters: replaced_by_id, now, row_id
-- Index: memory_items by rowid.
UPDATE memory_items
SET status = 'superseded', replaced_by_id = :replaced_by_id, updated_at = :now
WHERE id = :row_id AND status = 'active';
