-- Delete every row of memory_terms; part of an explicit clear.
DELETE FROM memory_terms;
