-- Every quote of a turn as bytes with its place.
-- Parameters: turn_id, max_bytes
-- Index: candidate_sources_by_turn.
SELECT role, start_char, end_char,
  CASE WHEN octet_length(quote) <= :max_bytes THEN CAST(quote AS BLOB) END AS quote
FROM candidate_sources
WHERE turn_id = :turn_id
ORDER BY candidate_id, role, start_char, end_char;
