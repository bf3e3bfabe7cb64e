-- Posts one content term.
-- Parameters: reach, term, row_id
INSERT INTO memory_content_terms (reach, term, item_row_id) VALUES (:reach, :term, :row_id);
