-- Forget the last id that a table handed out, for a higher one to take its place.
-- Parameters: table
DELETE FROM sqlite_sequence WHERE name = :table;
