-- A candidate's source; a trigger holds the quote against the turn.
-- Parameters: candidate_id, turn_id, role, start_char, end_char, quote
INSERT INTO candidate_sources (candidate_id, turn_id, role, start_char, end_char, quote)
VALUES (:candidate_id, :turn_id, :role, :start_char, :end_char, :quote);
