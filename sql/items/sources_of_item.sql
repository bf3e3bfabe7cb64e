-- The sources of all revisions of an item, each once, in the order said.
-- Parameters: item_id
-- Index: the unique index of memory_items, then primary keys.
SELECT DISTINCT source.turn_id, source.role, CAST(source.quote AS BLOB) AS quote,
  source.start_char, source.end_char
FROM memory_items AS item
JOIN memory_item_candidates AS link ON link.item_row_id = item.id
JOIN candidate_sources AS source ON source.candidate_id = link.candidate_id
WHERE item.item_id = :item_id
ORDER BY source.turn_id, source.role DESC, source.start_char, source.end_char;
