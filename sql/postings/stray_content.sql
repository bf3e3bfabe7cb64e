-- Postings of single words that belong to no active revision of their reach.
-- Parameters: limit_rows
-- Index: a scan of memory_content_terms; memory_items by rowid.
SELECT posted.reach, posted.term, posted.item_row_id
FROM memory_content_terms AS posted
WHERE NOT EXISTS (
  SELECT 1 FROM memory_items AS item
  WHERE item.id = posted.item_row_id AND item.status = 'active' AND item.reach = posted.reach)
LIMIT :limit_rows;
