-- Distinct values of memories behind a number, in order.
-- Parameters: after_id, limit_rows
-- Index: memory_words by rowid.
SELECT id, reach, term FROM memory_words WHERE id > :after_id ORDER BY id LIMIT :limit_rows;
