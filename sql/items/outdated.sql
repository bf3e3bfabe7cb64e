-- Active revisions that are posted by another version of the extractor, from one number on.
-- Parameters: after_id, terms_version, limit_rows
-- Index: memory_items by rowid; every later revision is looked at until enough are found.
SELECT id, item_id, revision, kind, thread_id, title, content, synopsis, aliases, keywords, status,
  replaces_id, replaced_by_id, created_at, updated_at, said_at, reach
FROM memory_items
WHERE id > :after_id AND status = 'active' AND terms_version <> :terms_version
ORDER BY id
LIMIT :limit_rows;
