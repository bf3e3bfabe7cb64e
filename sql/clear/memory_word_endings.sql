-- Delete every row of memory_word_endings; part of an explicit clear.
DELETE FROM memory_word_endings;
