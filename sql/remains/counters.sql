-- The last number that each table handed out, by the table's name.
-- Index: sqlite_sequence, one row a table: a bounded scan.
SELECT name, seq FROM sqlite_sequence;
