-- Every operation id with what it answered, for a clear that has to build the file anew.
-- Index: a scan, since all of them are kept.
SELECT op_id, command, request_sha256, answer, created_at FROM operations ORDER BY op_id;
