-- The usable memories, newest first: scope-wide ones and those of the thread. Of each reach and
-- kind the newest are read, as many as are wanted, so that the size of a scope costs nothing.
-- kinds is a JSON list of all there are.
-- Parameters: scope_reach, thread_reach, kinds, limit_rows
-- Index: memory_items_active, memory_items by rowid.
WITH place (reach) AS MATERIALIZED (VALUES (:scope_reach), (:thread_reach))
SELECT item.item_id, item.kind, item.title, item.synopsis, item.revision, item.updated_at
FROM json_each(:kinds) AS kind
CROSS JOIN place
CROSS JOIN memory_items AS item ON item.id IN (
  SELECT newest.id FROM memory_items AS newest
  WHERE newest.reach = place.reach AND newest.kind = kind.value AND newest.status = 'active'
  ORDER BY newest.updated_at DESC, newest.id DESC
  LIMIT :limit_rows)
ORDER BY item.updated_at DESC, item.id DESC
LIMIT :limit_rows;
