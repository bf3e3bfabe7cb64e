-- Posts documents. postings is a JSON list of [word, place, place, ...], where a place is the
-- number of a document, how often the word stands there (18 bits), and its length (8 bits).
-- Parameters: scope_id, postings
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
INSERT INTO recall_postings (word_id, doc_id, count, length)
SELECT word.id, place.value >> 26, (place.value >> 8) & 262143, place.value & 255
FROM json_each(:postings) AS posting
CROSS JOIN recall_words AS word
  ON word.scope_id = :scope_id AND word.word = posting.value ->> 0
CROSS JOIN json_each(posting.value) AS place
WHERE place.key > 0;
