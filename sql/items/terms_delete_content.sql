-- Takes back the content postings of an item that is active no longer.
-- Parameters: reach, row_id, terms (JSON list of terms).
-- Index: memory_content_terms primary key.
DELETE FROM memory_content_terms
WHERE (reach, term, item_row_id) IN (
  SELECT :reach, value, :row_id FROM json_each(:terms));
