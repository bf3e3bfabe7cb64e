-- Drop the summary of each thread that the forgotten words came from.
-- Parameters: turn_ids
-- Index: threads and turns by rowid.
UPDATE threads
SET compaction = ''
WHERE id IN (
  SELECT thread_id FROM turns WHERE id IN (SELECT value FROM json_each(:turn_ids)));
