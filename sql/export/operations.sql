-- Every row of operations for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT op_id, command, answer, created_at
FROM operations
ORDER BY op_id;
