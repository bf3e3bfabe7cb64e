-- Every row of candidate_sources for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT candidate_id, turn_id, role, start_char, end_char, quote
FROM candidate_sources
ORDER BY candidate_id, turn_id, role, start_char, end_char;
