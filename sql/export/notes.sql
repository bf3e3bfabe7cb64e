-- Every row of notes for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, scope_id, source_key, product, text, said_at, status, created_at, updated_at
FROM notes
ORDER BY id;
