-- Every row of scopes for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, name, created_at
FROM scopes
ORDER BY id;
