-- Count one more write transaction.
UPDATE memory_meta SET commit_counter = commit_counter + 1 WHERE id = 1;
