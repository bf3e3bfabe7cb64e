-- The tombstones that lie on some turns.
-- Parameters: turn_ids
-- Index: tombstones_by_turn.
SELECT id, item_id, turn_id, role, start_char, end_char, subject, last_turn_id, forgotten_at
FROM tombstones
WHERE turn_id IN (SELECT value FROM json_each(:turn_ids))
ORDER BY id;
