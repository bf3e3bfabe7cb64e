-- Posts one metadata term.
-- Parameters: reach, term, field, row_id
INSERT INTO memory_terms (reach, term, field, item_row_id)
VALUES (:reach, :term, :field, :row_id);
