-- Deletes words of a scope under which nothing stands any more. words is a JSON list.
-- Parameters: scope_id, words
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
DELETE FROM recall_words
WHERE scope_id = :scope_id AND word IN (SELECT value FROM json_each(:words))
  AND NOT EXISTS (SELECT 1 FROM recall_postings WHERE word_id = recall_words.id);
