-- The session of the newest completed turn of a thread, whose other turns are closed.
-- Parameters: thread_id, before_id
-- Index: the unique index of turns on (thread_id, sequence), turns_open.
SELECT turn.session
FROM turns AS turn
WHERE turn.thread_id = :thread_id AND turn.id < :before_id AND turn.state = 'completed'
  AND turn.origin <> 'edit'
  AND NOT EXISTS (
    SELECT 1 FROM turns AS other
    WHERE other.state = 'open' AND other.thread_id = turn.thread_id
      AND other.session = turn.session)
ORDER BY turn.sequence DESC
LIMIT 1;
