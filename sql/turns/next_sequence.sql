-- The next place in a thread.
-- Parameters: thread_id
-- Index: the unique index of turns on (thread_id, sequence).
SELECT coalesce((
  SELECT sequence FROM turns WHERE thread_id = :thread_id ORDER BY sequence DESC LIMIT 1), 0) + 1;
