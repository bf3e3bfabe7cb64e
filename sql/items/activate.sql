-- Make a staged revision active; a trigger refuses it without proof.
-- Parameters: row_id
-- Index: memory_items by rowid.
UPDATE memory_items SET status = 'active' WHERE id = :row_id AND status = 'staged';
