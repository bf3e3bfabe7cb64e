-- Remember what an operation id answered.
-- Parameters: op_id, command, request_sha256, answer, now
INSERT INTO operations (op_id, command, request_sha256, answer, created_at)
VALUES (:op_id, :command, :request_sha256, :answer, :now);
