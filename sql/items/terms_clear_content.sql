-- Empties memory_content_terms, before postings are built anew or when the store is cleared.
-- Parameters: none
-- Index: none, all rows go.
DELETE FROM memory_content_terms;
