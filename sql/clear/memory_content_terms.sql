-- Delete every row of memory_content_terms; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM memory_content_terms;
