-- Drops postings of single words. rows is a JSON list of [reach, term, item_row_id].
-- Parameters: rows
-- Index: memory_content_terms by primary key.
DELETE FROM memory_content_terms
WHERE (reach, term, item_row_id) IN (
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows));
