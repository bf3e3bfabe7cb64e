-- The meta row of a store for one scope or for many.
-- Parameters: face
INSERT INTO memory_meta (id, store_id, face, generation, commit_counter, subject_key, created_at,
  updated_at)
VALUES (1, 'bench', :face, 1, 0, zeroblob(32), 0, 0);
