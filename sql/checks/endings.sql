-- How many of some endings are there. rows is a JSON list of [reach, ending, word_id].
-- Parameters: rows
-- Index: memory_word_endings by primary key.
SELECT count(one.ending)
FROM json_each(:rows) AS asked
CROSS JOIN memory_word_endings AS one
  ON one.reach = asked.value ->> 0 AND one.ending = asked.value ->> 1
  AND one.word_id = asked.value ->> 2;
