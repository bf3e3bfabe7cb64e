-- Takes a document back from under its words, a JSON list.
-- Parameters: scope_id, doc_id, words
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
DELETE FROM recall_postings
WHERE doc_id = :doc_id AND word_id IN (
  SELECT word.id
  FROM json_each(:words) AS asked
  CROSS JOIN recall_words AS word ON word.scope_id = :scope_id AND word.word = asked.value);
