-- What forget leaves of one source: a place and keyed hashes, no text.
-- Parameters: scope_id, item_id, turn_id, role, start_char, end_char, subject, last_turn_id,
--   forgotten_at
INSERT INTO tombstones (scope_id, item_id, turn_id, role, start_char, end_char, subject,
  last_turn_id, forgotten_at)
VALUES (:scope_id, :item_id, :turn_id, :role, :start_char, :end_char, :subject, :last_turn_id,
  :forgotten_at);
