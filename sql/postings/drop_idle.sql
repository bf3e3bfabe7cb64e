-- Deletes words under which still nothing stands. rows is a JSON list of [id].
-- Parameters: rows
-- Index: recall_words by rowid, recall_postings by primary key.
DELETE FROM recall_words
WHERE id IN (SELECT value ->> 0 FROM json_each(:rows))
  AND NOT EXISTS (SELECT 1 FROM recall_postings WHERE word_id = recall_words.id);
