-- Suppress every candidate of an item and empty their text.
-- Parameters: now, item_id
-- Index: the unique index of memory_items on (item_id, revision).
UPDATE memory_candidates
SET status = 'suppressed', title = '', content = '', aliases = '[]', updated_at = :now
WHERE id IN (
  SELECT link.candidate_id
  FROM memory_items AS item
  JOIN memory_item_candidates AS link ON link.item_row_id = item.id
  WHERE item.item_id = :item_id);
