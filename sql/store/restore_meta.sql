-- Let a restored store go on after the one whose place it takes.
-- Parameters: generation, commits, now
UPDATE memory_meta
SET generation = :generation, commit_counter = :commits, updated_at = :now
WHERE id = 1;
