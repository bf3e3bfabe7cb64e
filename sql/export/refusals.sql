-- Every row of refusals for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, scope_id, thread_id, turn_id, kind, reason, title, quotes, created_at
FROM refusals
ORDER BY id;
