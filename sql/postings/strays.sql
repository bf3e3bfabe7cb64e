-- Places of postings under no word, or of no turn.
-- Parameters: limit_rows
-- Index: a scan of recall_postings; recall_words and turns by rowid.
SELECT word_id, doc_id
FROM recall_postings AS posting
WHERE NOT EXISTS (SELECT 1 FROM recall_words WHERE id = posting.word_id)
  OR NOT EXISTS (SELECT 1 FROM turns WHERE id = posting.doc_id >> 1)
LIMIT :limit_rows;
