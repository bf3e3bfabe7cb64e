-- Delete every row of memory_word_endings; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM memory_word_endings;
