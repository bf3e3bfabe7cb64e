-- A yardstick's search: active items of a scope and its thread that match, best first.
-- Parameters: match (an FTS5 expression), scope, thread
SELECT item.id, item.item_id, item.kind, item.title, item.synopsis
FROM yardstick.bench_words AS found
CROSS JOIN memory_items AS item ON item.id = found.rowid
WHERE found.bench_words MATCH :match AND item.status = 'active'
  AND item.reach IN (:scope, :thread)
ORDER BY found.rank LIMIT 5;
