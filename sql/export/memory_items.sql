-- Every row of memory_items for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, item_id, revision, scope_id, thread_id, kind, title, content, synopsis, aliases,
  keywords, non_factual, status, replaces_id, replaced_by_id, forgotten_by_turn_id,
  terms_version, said_at, created_at, updated_at
FROM memory_items
ORDER BY id;
