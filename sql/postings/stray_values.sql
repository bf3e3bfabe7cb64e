-- Distinct values of a reach that no revision posts.
-- Parameters: limit_rows
-- Index: a scan of memory_words; memory_terms by primary key (reach, term).
SELECT word.id
FROM memory_words AS word
WHERE NOT EXISTS (
  SELECT 1 FROM memory_terms AS posted
  WHERE posted.reach = word.reach AND posted.term = word.term)
LIMIT :limit_rows;
