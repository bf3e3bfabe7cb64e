-- Words under which nothing stands.
-- Parameters: limit_rows
-- Index: a scan of recall_words; recall_postings by primary key.
SELECT id FROM recall_words AS word
WHERE NOT EXISTS (SELECT 1 FROM recall_postings WHERE word_id = word.id)
LIMIT :limit_rows;
