-- The places of the postings of some documents, whatever their words are.
-- Parameters: low, high
-- Index: none, a scan of recall_postings: nothing else leads from a document to its words.
SELECT word_id, doc_id FROM recall_postings WHERE doc_id >= :low AND doc_id < :high;
