-- The sources of some candidates, in the order they were said.
-- Parameters: ids
-- Index: candidate_sources by primary key.
SELECT candidate_id, turn_id, role, CAST(quote AS BLOB) AS quote, start_char, end_char
FROM candidate_sources
WHERE candidate_id IN (SELECT value FROM json_each(:ids))
ORDER BY candidate_id, turn_id, role DESC, start_char, end_char;
