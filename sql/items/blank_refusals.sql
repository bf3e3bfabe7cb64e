-- Empty the text of refusals about the turns of a forgotten memory, or with its words.
-- Parameters: turn_ids, quotes
-- Index: none, a scan: words may stand in any refusal, and forgetting is rare.
UPDATE refusals
SET title = '', quotes = '[]'
WHERE (title <> '' OR quotes <> '[]') AND (
  turn_id IN (SELECT value FROM json_each(:turn_ids))
  OR EXISTS (
    SELECT 1 FROM json_each(:quotes) AS gone
    WHERE instr(refusals.title, gone.value) > 0 OR instr(gone.value, refusals.title) > 0
      OR EXISTS (
        SELECT 1 FROM json_each(refusals.quotes) AS quote
        WHERE instr(quote.value, gone.value) > 0 OR instr(gone.value, quote.value) > 0)));
