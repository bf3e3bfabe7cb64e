-- Active memories a withdrawal may mean, newest first, with their sources.
-- Parameters: scope_reach, thread_reach, limit_rows
-- Index: memory_items_active.
SELECT item.item_id, item.title, item.aliases, item.content,
  (SELECT json_group_array(json_array(
      source.turn_id, source.role, source.quote, source.start_char, source.end_char))
    FROM memory_item_candidates AS link
    JOIN candidate_sources AS source ON source.candidate_id = link.candidate_id
    WHERE link.item_row_id = item.id) AS sources, item.said_at
FROM memory_items AS item
WHERE item.reach IN (:scope_reach, :thread_reach) AND item.status = 'active'
ORDER BY item.id DESC
LIMIT :limit_rows;
