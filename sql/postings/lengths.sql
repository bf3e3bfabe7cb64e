-- Scope, number and length of the document of each posting.
-- Index: a scan of recall_words by rowid, recall_postings by primary key.
SELECT word.scope_id, posting.doc_id, posting.length
FROM recall_words AS word
CROSS JOIN recall_postings AS posting ON posting.word_id = word.id;
