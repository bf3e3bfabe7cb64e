-- What was refused of a turn.
-- Parameters: turn_id
-- Index: refusals_by_turn.
SELECT DISTINCT reason, quotes
FROM refusals
WHERE turn_id = :turn_id;
