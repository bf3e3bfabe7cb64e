-- The newest revision of an item, whatever its status.
-- Parameters: item_id
-- Index: the unique index of memory_items on (item_id, revision).
SELECT id, item_id, revision, kind, thread_id, title, content, synopsis, aliases, keywords, status,
  replaces_id, replaced_by_id, created_at, updated_at, said_at
FROM memory_items
WHERE item_id = :item_id
ORDER BY revision DESC
LIMIT 1;
