-- Drops postings of whole values. rows is a JSON list of [reach, term, field, item_row_id].
-- Parameters: rows
-- Index: memory_terms by primary key.
DELETE FROM memory_terms
WHERE (reach, term, field, item_row_id) IN (
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(:rows));
