-- Let a revision stand on everything the one before it stood on.
-- Parameters: row_id, from_row_id
-- Index: memory_item_candidates by primary key.
INSERT INTO memory_item_candidates (item_row_id, candidate_id)
SELECT :row_id, candidate_id FROM memory_item_candidates WHERE item_row_id = :from_row_id;
