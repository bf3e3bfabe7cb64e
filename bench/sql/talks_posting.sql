-- A word in a document.
-- Parameters: word, document, count, length
INSERT INTO recall_postings (word_id, doc_id, count, length) VALUES (?, ?, ?, ?);
