-- The revisions that a search has found, to tell why.
-- Parameters: row_ids (a JSON list)
-- Index: memory_items by rowid.
SELECT id, item_id, revision, kind, thread_id, title, content, synopsis, aliases, keywords, status,
  replaces_id, replaced_by_id, created_at, updated_at, said_at
FROM memory_items
WHERE id IN (SELECT value FROM json_each(:row_ids));
