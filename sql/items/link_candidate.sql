-- Link a revision to a candidate and so to its sources.
-- Parameters: row_id, candidate_id
INSERT INTO memory_item_candidates (item_row_id, candidate_id) VALUES (:row_id, :candidate_id);
