-- Which of these source keys are known: importing twice adds nothing.
-- Parameters: keys
-- Index: the unique index of turns on source_key.
SELECT source_key FROM turns WHERE source_key IN (SELECT value FROM json_each(:keys));
