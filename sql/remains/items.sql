-- The highest numbers that revisions bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT max(max(id, item_id)) AS memory_items
FROM memory_items;
