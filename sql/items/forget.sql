-- Forget an item in all its revisions.
-- Parameters: by_turn_id, now, item_id
-- Index: the unique index of memory_items on (item_id, revision).
UPDATE memory_items
SET status = 'forgotten', forgotten_by_turn_id = :by_turn_id, updated_at = :now
WHERE item_id = :item_id AND status IN ('active', 'superseded');
