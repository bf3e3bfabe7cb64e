-- How many of some postings are there, and how many of these are right; postings as in insert.
-- Parameters: scope_id, postings
-- Index: the unique index of recall_words (scope_id, word), recall_postings by primary key.
SELECT count(*), coalesce(sum(
  posting.count = (place.value >> 8) & 262143 AND posting.length = place.value & 255), 0)
FROM json_each(:postings) AS asked
CROSS JOIN recall_words AS word
  ON word.scope_id = :scope_id AND word.word = asked.value ->> 0
CROSS JOIN json_each(asked.value) AS place
CROSS JOIN recall_postings AS posting
  ON posting.word_id = word.id AND posting.doc_id = place.value >> 26
WHERE place.key > 0;
