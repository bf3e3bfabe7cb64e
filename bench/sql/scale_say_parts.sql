-- Adds an item to the yardstick for parts of words.
-- Parameters: row_id, said
INSERT INTO bench_parts (rowid, said) VALUES (:row_id, :said);
