-- Every row of scopes for a RAW export, in a fixed order.
SELECT id, name, created_at
FROM scopes
ORDER BY id;
