-- Which of some words stand in which of some documents. All three are JSON lists: word_ids are
-- looked up in each document; scanned are [word, oldest document] of so many and so rare words that
-- reading their postings is less work.
-- Parameters: word_ids, scanned, doc_ids
-- Columns: word_id, doc_id, count, length
-- Index: recall_postings by primary key.
SELECT posted.word_id AS word_id, posted.doc_id AS doc_id, posted.count AS count,
  posted.length AS length
FROM json_each(:word_ids) AS word
CROSS JOIN json_each(:doc_ids) AS document
CROSS JOIN recall_postings AS posted
  ON posted.word_id = word.value AND posted.doc_id = document.value
UNION ALL
SELECT posted.word_id, posted.doc_id, posted.count, posted.length
FROM json_each(:scanned) AS word
CROSS JOIN recall_postings AS posted
  ON posted.word_id = word.value ->> 0 AND posted.doc_id >= word.value ->> 1
WHERE +posted.doc_id IN (SELECT value FROM json_each(:doc_ids));
