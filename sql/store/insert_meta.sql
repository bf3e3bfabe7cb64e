-- The one meta row of a new store.
-- Parameters: store_id, face, generation, subject_key, created_at, now
INSERT INTO memory_meta (id, store_id, face, generation, commit_counter, subject_key, last_error,
  last_succeeded_at, created_at, updated_at)
VALUES (1, :store_id, :face, :generation, 0, :subject_key, NULL, NULL, :created_at, :now);
