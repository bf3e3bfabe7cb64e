-- Some live turns are parted from whatever comes next in their session.
-- Parameters: ids
-- Index: the table of turns by its id (the plus as in before_gap).
UPDATE turns SET source_key = 'gap:' || id
WHERE id IN (SELECT value FROM json_each(:ids)) AND origin = 'live' AND +source_key IS NULL;
