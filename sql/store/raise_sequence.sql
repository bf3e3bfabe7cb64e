-- Let a table's ids go on after those of an earlier generation.
-- Parameters: table, seq
INSERT INTO sqlite_sequence (name, seq) VALUES (:table, :seq);
