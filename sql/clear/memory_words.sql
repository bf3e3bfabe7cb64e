-- Delete every row of memory_words; part of an explicit clear.
DELETE FROM memory_words;
