-- Posts documents. postings is a JSON list of [word, document, count, length].
-- Parameters: scope_id, postings
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
INSERT INTO recall_postings (word_id, doc_id, count, length)
SELECT word.id, posting.value ->> 1, posting.value ->> 2, posting.value ->> 3
FROM json_each(:postings) AS posting
CROSS JOIN recall_words AS word
  ON word.scope_id = :scope_id AND word.word = posting.value ->> 0;
