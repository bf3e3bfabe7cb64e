-- By which turn an item was forgotten, NULL for a command, and when; no row for one in use.
-- Parameters: item_id
-- Index: the unique index of memory_items on (item_id, revision).
SELECT forgotten_by_turn_id, updated_at
FROM memory_items
WHERE item_id = :item_id AND status = 'forgotten'
ORDER BY revision DESC
LIMIT 1;
