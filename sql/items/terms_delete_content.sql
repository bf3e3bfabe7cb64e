-- Takes back the content postings of an item that is active no longer.
-- terms is a JSON list.
-- Parameters: reach, row_id, terms
-- Index: memory_content_terms by primary key.
DELETE FROM memory_content_terms
WHERE (reach, term, item_row_id) IN (
  SELECT :reach, value, :row_id FROM json_each(:terms));
