-- Endings that are none of their value, or of a value that is not there.
-- Parameters: limit_rows
-- Index: a scan of memory_word_endings; memory_words by rowid.
SELECT one.reach, one.ending, one.word_id
FROM memory_word_endings AS one
WHERE NOT EXISTS (
  SELECT 1 FROM memory_words AS word
  WHERE word.id = one.word_id AND word.reach = one.reach AND substr(one.ending, 1, 1) <> ' '
    AND CASE length(one.ending)
      WHEN 8 THEN instr(word.term, one.ending) > 0
      ELSE one.ending <> '' AND substr(word.term, -length(one.ending)) = one.ending
    END)
LIMIT :limit_rows;
