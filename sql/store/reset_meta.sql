-- Start the next generation of a store that is being cleared.
-- Parameters: subject_key, now
UPDATE memory_meta
SET generation = generation + 1, subject_key = :subject_key, last_error = NULL,
  last_succeeded_at = NULL, updated_at = :now
WHERE id = 1;
