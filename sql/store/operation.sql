-- What an operation id answered before.
-- Parameters: op_id
-- Index: operations by primary key.
SELECT command, request_sha256, answer FROM operations WHERE op_id = :op_id;
