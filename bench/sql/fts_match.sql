-- The yardstick's search: active items that contain the words, best first.
-- Parameters: match (an FTS5 expression), scope
SELECT item.id, item.item_id, item.kind, item.title, item.synopsis
FROM bench_trigram
JOIN memory_items AS item ON item.id = bench_trigram.rowid
WHERE bench_trigram MATCH :match AND item.status = 'active' AND item.reach = :scope
ORDER BY bench_trigram.rank LIMIT 5;
