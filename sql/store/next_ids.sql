-- The next id of a table with AUTOINCREMENT; ids are never reused.
-- Parameters: table
-- Index: sqlite_sequence, one row a table: a bounded scan.
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = :table), 0) + 1;
