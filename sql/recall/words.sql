-- The words of a question that a scope knows, each with its newest postings counted.
-- words is a JSON list; at most read_max postings of each word are counted, from the newest back.
-- Parameters: scope_id, words, read_max
-- Columns: word, word_id, read, first, oldest, newest
-- Index: recall_words by (scope_id, word), recall_postings by primary key.
SELECT known.word AS word, known.id AS word_id,
  (SELECT count(*) FROM (
    SELECT 1 FROM recall_postings WHERE word_id = known.id LIMIT :read_max)) AS read,
  (SELECT min(doc_id) FROM recall_postings WHERE word_id = known.id) AS first,
  (SELECT min(doc_id) FROM (
    SELECT doc_id FROM recall_postings WHERE word_id = known.id
    ORDER BY doc_id DESC LIMIT :read_max)) AS oldest,
  (SELECT max(doc_id) FROM recall_postings WHERE word_id = known.id) AS newest
FROM json_each(:words) AS asked
CROSS JOIN recall_words AS known ON known.scope_id = :scope_id AND known.word = asked.value
WHERE EXISTS (SELECT 1 FROM recall_postings WHERE word_id = known.id);
