-- Takes back the metadata postings of an item that is active no longer.
-- terms is a JSON list of [term, field].
-- Parameters: reach, row_id, terms
-- Index: memory_terms by primary key.
DELETE FROM memory_terms
WHERE (reach, term, field, item_row_id) IN (
  SELECT :reach, value ->> 0, value ->> 1, :row_id FROM json_each(:terms));
