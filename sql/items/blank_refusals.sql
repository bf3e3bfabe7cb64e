-- Empty the text of refusals about the turns of a forgotten memory.
-- Parameters: turn_ids
-- Index: refusals_by_turn.
UPDATE refusals
SET title = '', quotes = '[]'
WHERE turn_id IN (SELECT value FROM json_each(:turn_ids));
