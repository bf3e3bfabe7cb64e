-- Delete every row of memory_content_terms; part of an explicit clear.
DELETE FROM memory_content_terms;
