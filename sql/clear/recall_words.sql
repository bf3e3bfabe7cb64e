-- Delete every row of recall_words; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM recall_words;
