-- The highest numbers that notes bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT max(id) AS notes
FROM notes;
