-- The plain alternative: read every active item, newest first, until five contain the query.
-- Parameters: pattern, scope
SELECT id, item_id, kind, title, synopsis FROM memory_items
WHERE status = 'active' AND reach = :scope
  AND (title LIKE :pattern OR aliases LIKE :pattern OR keywords LIKE :pattern
    OR content LIKE :pattern)
ORDER BY updated_at DESC LIMIT 5;
