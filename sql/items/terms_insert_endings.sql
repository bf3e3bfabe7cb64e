-- Adds the endings of an item's metadata terms. A term that another item of the reach has posted
-- has its endings already, so this runs after the words and before the item's own postings.
-- endings is a JSON list of [term, ending].
-- Parameters: reach, endings
-- Index: memory_words (reach, term), memory_terms by primary key (reach, term).
INSERT INTO memory_word_endings (reach, ending, word_id)
SELECT :reach, pair.value ->> 1, word.id
FROM json_each(:endings) AS pair
CROSS JOIN memory_words AS word ON word.reach = :reach AND word.term = pair.value ->> 0
WHERE NOT EXISTS (
  SELECT 1 FROM memory_terms AS posted
  WHERE posted.reach = :reach AND posted.term = pair.value ->> 0);
