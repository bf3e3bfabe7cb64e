-- Count one more write transaction, and give what the mark beside the store notes of it.
-- Columns: commit_counter, store_id
UPDATE memory_meta SET commit_counter = commit_counter + 1 WHERE id = 1
RETURNING commit_counter, store_id;
