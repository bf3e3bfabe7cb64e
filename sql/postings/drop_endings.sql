-- Drops endings. rows is a JSON list of [reach, ending, word_id].
-- Parameters: rows
-- Index: memory_word_endings by primary key.
DELETE FROM memory_word_endings
WHERE (reach, ending, word_id) IN (
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows));
