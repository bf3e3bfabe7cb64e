-- Which of these source keys are known, with their turns, and whether one has no answer yet.
-- Parameters: keys
-- Index: the unique index of turns on source_key.
SELECT source_key, id, assistant_text = '' AS unanswered
FROM turns
WHERE source_key IN (SELECT value FROM json_each(:keys));
