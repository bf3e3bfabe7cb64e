-- Adds those endings that are not there. rows is a JSON list of [reach, ending, word_id].
-- Parameters: rows
-- Index: memory_word_endings by primary key.
INSERT OR IGNORE INTO memory_word_endings (reach, ending, word_id)
SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:rows);
