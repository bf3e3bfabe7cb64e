-- One note in any status.
-- Parameters: id
-- Index: notes by rowid.
SELECT id, product, text, status, said_at, created_at FROM notes WHERE id = :id;
