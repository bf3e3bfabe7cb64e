-- Every quote as bytes with its place, turn by turn.
-- Parameters: max_bytes
-- Index: candidate_sources_by_turn, a scan, since a thorough check is of every quote.
SELECT turn_id, role, start_char, end_char,
  CASE WHEN octet_length(quote) <= :max_bytes THEN CAST(quote AS BLOB) END AS quote
FROM candidate_sources
ORDER BY turn_id;
