-- Removes those terms that no item of the reach posts any more.
-- terms is a JSON list of [term, field].
-- Parameters: reach, terms
-- Index: memory_words (reach, term), memory_terms by primary key (reach, term).
DELETE FROM memory_words
WHERE reach = :reach
  AND term IN (SELECT value ->> 0 FROM json_each(:terms))
  AND NOT EXISTS (
    SELECT 1 FROM memory_terms AS posted
    WHERE posted.reach = memory_words.reach AND posted.term = memory_words.term);
