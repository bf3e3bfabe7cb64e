-- Posts the metadata terms of an item that becomes active.
-- terms is a JSON list of [term, field].
-- Parameters: reach, row_id, terms
INSERT INTO memory_terms (reach, term, field, item_row_id)
SELECT :reach, value ->> 0, value ->> 1, :row_id FROM json_each(:terms);
