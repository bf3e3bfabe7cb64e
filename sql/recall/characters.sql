-- The words of a scope that start with a character, each with its newest postings counted: they
-- are the places where it stands. ceiling is the character followed by U+10FFFF.
-- Parameters: scope_id, character, ceiling, words_max, read_max
-- Columns: word, word_id, read, first, oldest, newest
-- Index: recall_words by (scope_id, word), recall_postings by primary key.
SELECT :character AS word, known.id AS word_id,
  (SELECT count(*) FROM (
    SELECT 1 FROM recall_postings WHERE word_id = known.id LIMIT :read_max)) AS read,
  (SELECT min(doc_id) FROM recall_postings WHERE word_id = known.id) AS first,
  (SELECT min(doc_id) FROM (
    SELECT doc_id FROM recall_postings WHERE word_id = known.id
    ORDER BY doc_id DESC LIMIT :read_max)) AS oldest,
  (SELECT max(doc_id) FROM recall_postings WHERE word_id = known.id) AS newest
FROM recall_words AS known
WHERE known.scope_id = :scope_id AND known.word >= :character AND known.word < :ceiling
  AND EXISTS (SELECT 1 FROM recall_postings WHERE word_id = known.id)
ORDER BY known.word
LIMIT :words_max;
