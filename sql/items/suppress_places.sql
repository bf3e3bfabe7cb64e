-- Suppress the candidates that cite forgotten places and empty their text, unless a memory that
-- nobody forgot rests on them.
-- Parameters: places (arrays of turn, role, start, end), now
-- Index: candidate_sources_by_turn, memory_item_candidates_by_candidate, rowids.
UPDATE memory_candidates
SET status = 'suppressed', title = '', content = '', aliases = '[]', updated_at = :now
WHERE status <> 'suppressed'
  AND id IN (
    SELECT source.candidate_id
    FROM json_each(:places) AS place
    CROSS JOIN candidate_sources AS source
      ON source.turn_id = json_extract(place.value, '$[0]')
      AND source.role = json_extract(place.value, '$[1]')
      AND source.start_char < json_extract(place.value, '$[3]')
      AND source.end_char > json_extract(place.value, '$[2]'))
  AND NOT EXISTS (
    SELECT 1
    FROM memory_item_candidates AS link
    JOIN memory_items AS item ON item.id = link.item_row_id
    WHERE link.candidate_id = memory_candidates.id AND item.status <> 'forgotten');
