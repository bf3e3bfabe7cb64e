-- Active items of one reach and kind, newest first.
-- Parameters: reach, kind, limit_rows
-- Index: memory_items_active.
SELECT id, item_id, revision, kind, thread_id, title, content, synopsis, aliases, keywords, status,
  replaces_id, replaced_by_id, created_at, updated_at, said_at
FROM memory_items
WHERE reach = :reach AND kind = :kind AND status = 'active'
ORDER BY updated_at DESC, id DESC
LIMIT :limit_rows;
