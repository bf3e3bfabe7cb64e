-- Drops those of some postings that are there, before they are inserted; postings as in insert.
-- Parameters: scope_id, postings
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
DELETE FROM recall_postings
WHERE (word_id, doc_id) IN (
  SELECT word.id, place.value >> 26
  FROM json_each(:postings) AS posting
  CROSS JOIN recall_words AS word
    ON word.scope_id = :scope_id AND word.word = posting.value ->> 0
  CROSS JOIN json_each(posting.value) AS place
  WHERE place.key > 0);
