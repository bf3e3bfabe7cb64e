-- The candidates behind an item, each once, with the first revision that rests on it.
-- Parameters: item_id
-- Index: the unique index of memory_items, then primary keys.
SELECT candidate.id, candidate.job_id, candidate.title, candidate.created_at,
  min(item.revision) AS revision
FROM memory_items AS item
JOIN memory_item_candidates AS link ON link.item_row_id = item.id
JOIN memory_candidates AS candidate ON candidate.id = link.candidate_id
WHERE item.item_id = :item_id
GROUP BY candidate.id
ORDER BY candidate.id;
