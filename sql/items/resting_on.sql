-- What rests on the user's words of a turn: candidates, and the memories they became.
-- Parameters: turn_id
-- Index: candidate_sources_by_turn, memory_item_candidates_by_candidate, then primary keys.
SELECT candidate.status, source.start_char, source.end_char, item.item_id,
  item.status AS item_status
FROM candidate_sources AS source
JOIN memory_candidates AS candidate ON candidate.id = source.candidate_id
LEFT JOIN memory_item_candidates AS link ON link.candidate_id = candidate.id
LEFT JOIN memory_items AS item ON item.id = link.item_row_id
WHERE source.turn_id = :turn_id AND source.role = 'user' AND candidate.non_factual = 0
ORDER BY candidate.id, item.id;
