-- Every row of tombstones for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT id, scope_id, item_id, turn_id, role, start_char, end_char, subject, last_turn_id,
  forgotten_at
FROM tombstones
ORDER BY id;
