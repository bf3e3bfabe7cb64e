-- Memories in use that need the user's words and rest on none.
-- Index: memory_items_one_active, a scan, since every memory in use is checked.
SELECT item.item_id
FROM memory_items AS item
WHERE item.status = 'active'
  AND item.kind <> 'discussion_context'
  AND NOT EXISTS (
    SELECT 1
    FROM memory_item_candidates AS link
    JOIN candidate_sources AS source ON source.candidate_id = link.candidate_id
    WHERE link.item_row_id = item.id AND source.role = 'user');
