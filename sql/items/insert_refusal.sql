-- A proposal that failed a check, with its reason.
-- Parameters: scope_id, thread_id, turn_id, kind, reason, title, quotes, now
INSERT INTO refusals (scope_id, thread_id, turn_id, kind, reason, title, quotes, created_at)
VALUES (:scope_id, :thread_id, :turn_id, :kind, :reason, :title, :quotes, :now);
