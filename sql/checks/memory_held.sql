-- How many whole values and single words of a revision are posted, of those that should be.
-- terms is a JSON list of [term, field], words a JSON list.
-- Parameters: reach, row_id, terms, words
-- Index: memory_terms and memory_content_terms by primary key.
SELECT
  (SELECT count(*) FROM memory_terms
    WHERE (reach, term, field, item_row_id) IN (
      SELECT :reach, value ->> 0, value ->> 1, :row_id FROM json_each(:terms))),
  (SELECT count(*) FROM memory_content_terms
    WHERE (reach, term, item_row_id) IN (
      SELECT :reach, value, :row_id FROM json_each(:words)));
