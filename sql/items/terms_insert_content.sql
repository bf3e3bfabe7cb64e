-- Posts the content terms of an item that becomes active.
-- terms is a JSON list.
-- Parameters: reach, row_id, terms
INSERT INTO memory_content_terms (reach, term, item_row_id)
SELECT :reach, value, :row_id FROM json_each(:terms);
