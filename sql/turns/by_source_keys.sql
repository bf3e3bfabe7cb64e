-- Which of these source keys are known, and whether the turn has no answer yet.
-- Parameters: keys
-- Index: the unique index of turns on source_key.
SELECT source_key, assistant_text = '' AS unanswered
FROM turns
WHERE source_key IN (SELECT value FROM json_each(:keys));
