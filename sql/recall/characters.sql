-- The words of a scope that start with a character, each with its newest postings counted: they
-- are the places where it stands. ceiling is the character followed by U+10FFFF. At most read_max
-- postings are counted of all words together, but never fewer than eight of each.
-- Parameters: scope_id, character, ceiling, words_max, read_max
-- Columns: word, word_id, read, first, oldest, newest
-- Index: recall_words by (scope_id, word), recall_postings by primary key.
WITH known (id) AS MATERIALIZED (
  SELECT id FROM recall_words
  WHERE scope_id = :scope_id AND word >= :character AND word < :ceiling
    AND EXISTS (SELECT 1 FROM recall_postings WHERE word_id = recall_words.id)
  ORDER BY word
  LIMIT :words_max),
share (read_max) AS MATERIALIZED (
  SELECT max(8, :read_max / max(1, count(*))) FROM known)
SELECT :character AS word, known.id AS word_id,
  (SELECT count(*) FROM (
    SELECT 1 FROM recall_postings WHERE word_id = known.id
    LIMIT (SELECT read_max FROM share))) AS read,
  (SELECT min(doc_id) FROM recall_postings WHERE word_id = known.id) AS first,
  (SELECT min(doc_id) FROM (
    SELECT doc_id FROM recall_postings WHERE word_id = known.id
    ORDER BY doc_id DESC LIMIT (SELECT read_max FROM share))) AS oldest,
  (SELECT max(doc_id) FROM recall_postings WHERE word_id = known.id) AS newest
FROM known;
