-- Drops postings by their places. rows is a JSON list of [word_id, doc_id].
-- Parameters: rows
-- Index: recall_postings by primary key.
DELETE FROM recall_postings
WHERE (word_id, doc_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(:rows));
