-- Removes the endings of those terms that no item of the reach posts any more; it runs after the
-- item's postings are gone and before the words go.
-- endings is a JSON list of [term, ending].
-- Parameters: reach, endings
-- Index: memory_word_endings by primary key, memory_words (reach, term), memory_terms by
--   primary key (reach, term).
DELETE FROM memory_word_endings
WHERE (reach, ending, word_id) IN (
  SELECT :reach, pair.value ->> 1, word.id
  FROM json_each(:endings) AS pair
  CROSS JOIN memory_words AS word ON word.reach = :reach AND word.term = pair.value ->> 0
  WHERE NOT EXISTS (
    SELECT 1 FROM memory_terms AS posted
    WHERE posted.reach = :reach AND posted.term = pair.value ->> 0));
