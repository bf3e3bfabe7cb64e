-- Which of some notes are there, forgotten ones too.
-- Parameters: keys (a JSON list)
-- Index: the unique index of notes on source_key.
SELECT source_key FROM notes WHERE source_key IN (SELECT value FROM json_each(:keys));
