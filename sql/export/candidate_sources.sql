-- Every row of candidate_sources for a RAW export, in a fixed order.
SELECT candidate_id, turn_id, role, start_char, end_char, quote
FROM candidate_sources
ORDER BY candidate_id, turn_id, role, start_char;
