-- Adds an item to the yardstick for words.
-- Parameters: row_id, said
INSERT INTO bench_words (rowid, said) VALUES (:row_id, :said);
