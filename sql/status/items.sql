-- Item counts by the status of their newest revision.
-- Index: a scan of memory_items, for diagnosis.
SELECT item.status, count(*)
FROM memory_items AS item
WHERE NOT EXISTS (
  SELECT 1 FROM memory_items AS later
  WHERE later.item_id = item.item_id AND later.revision > item.revision)
GROUP BY item.status;
