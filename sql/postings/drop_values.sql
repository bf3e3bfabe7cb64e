-- Drops distinct values that still nothing posts. rows is a JSON list of [id].
-- Parameters: rows
-- Index: memory_words by rowid; memory_terms by primary key (reach, term).
DELETE FROM memory_words
WHERE id IN (SELECT value ->> 0 FROM json_each(:rows))
  AND NOT EXISTS (
    SELECT 1 FROM memory_terms AS posted
    WHERE posted.reach = memory_words.reach AND posted.term = memory_words.term);
