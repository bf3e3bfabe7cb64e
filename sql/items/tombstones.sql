-- Every tombstone of a scope.
-- Parameters: scope_id
-- Index: tombstones_by_scope.
SELECT id, item_id, turn_id, role, start_char, end_char, subject, last_turn_id, forgotten_at
FROM tombstones
WHERE scope_id = :scope_id
ORDER BY id;
