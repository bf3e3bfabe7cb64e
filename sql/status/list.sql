-- The usable memories, newest first: scope-wide ones and those of the thread.
-- Parameters: scope_reach, thread_reach, limit_rows
-- Index: memory_items_active.
SELECT item_id, kind, title, synopsis, revision, updated_at
FROM memory_items
WHERE reach IN (:scope_reach, :thread_reach) AND status = 'active'
ORDER BY updated_at DESC, id DESC
LIMIT :limit_rows;
