-- The candidates behind an item, each once, with the first revision that rests on it.
-- Stage 2 over one that an agent pointed at has a key of its own.
-- Parameters: item_id, pointed_at (how such a key begins)
-- Index: the unique indexes of memory_items and memory_jobs, then primary keys.
SELECT candidate.id, candidate.job_id, candidate.title, candidate.created_at,
  min(item.revision) AS revision,
  EXISTS (
    SELECT 1 FROM memory_jobs WHERE idempotency_key = :pointed_at || candidate.id) AS is_pointed_at
FROM memory_items AS item
JOIN memory_item_candidates AS link ON link.item_row_id = item.id
JOIN memory_candidates AS candidate ON candidate.id = link.candidate_id
WHERE item.item_id = :item_id
GROUP BY candidate.id
ORDER BY candidate.id;
