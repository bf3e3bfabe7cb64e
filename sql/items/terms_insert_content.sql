-- Posts the content terms of an item that becomes active.
-- Parameters: reach, row_id, terms (JSON list of terms).
-- Index: memory_content_terms primary key.
INSERT INTO memory_content_terms (reach, term, item_row_id)
SELECT :reach, value, :row_id FROM json_each(:terms);
