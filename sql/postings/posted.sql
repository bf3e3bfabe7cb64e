-- Which of some documents are posted. documents is a JSON list of [scope, word, document].
-- Parameters: documents
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
SELECT posting.doc_id
FROM json_each(:documents) AS asked
CROSS JOIN recall_words AS word
  ON word.scope_id = asked.value ->> 0 AND word.word = asked.value ->> 1
CROSS JOIN recall_postings AS posting
  ON posting.word_id = word.id AND posting.doc_id = asked.value ->> 2;
