-- The documents that match, best first; the scope has no weight.
-- Parameters: match (an FTS5 expression)
SELECT rowid FROM yardstick WHERE yardstick MATCH ? ORDER BY bm25(yardstick, 0, 1) LIMIT 5;
