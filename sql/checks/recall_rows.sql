-- How many postings of turns there are, and how many words under which nothing stands.
-- Index: a scan of recall_postings and of recall_words, since a thorough check is of all.
SELECT
  (SELECT count(*) FROM recall_postings),
  (SELECT count(*) FROM recall_words AS word
    WHERE NOT EXISTS (SELECT 1 FROM recall_postings WHERE word_id = word.id));
