-- Drop the summary of each thread that the forgotten words came from, or whose summary has them.
-- Parameters: turn_ids, statements
-- Index: none, a scan: a model may have put the words into any summary, and forgetting is rare.
UPDATE threads
SET compaction = ''
WHERE compaction <> '' AND (
  id IN (SELECT thread_id FROM turns WHERE id IN (SELECT value FROM json_each(:turn_ids)))
  OR EXISTS (
    SELECT 1 FROM json_each(:statements) AS gone
    WHERE instr(lower(threads.compaction), lower(gone.value)) > 0));
