-- Counts a document out that is about to be taken back; one that is not posted is not counted.
-- Parameters: scope_id, doc_id, words, length
-- Index: recall_scopes by rowid, the unique index of recall_words, recall_postings by primary key.
UPDATE recall_scopes
SET docs = docs - 1, length = length - :length
WHERE scope_id = :scope_id AND EXISTS (
  SELECT 1
  FROM json_each(:words) AS asked
  CROSS JOIN recall_words AS word ON word.scope_id = :scope_id AND word.word = asked.value
  CROSS JOIN recall_postings AS posting
    ON posting.word_id = word.id AND posting.doc_id = :doc_id);
