-- The turns of a session that a next one could take for its neighbour: the newest completed one
-- and what came after it. Those that bear the mark already are left out.
-- Parameters: thread_id, session
-- Index: turns_by_session (the plus keeps the planner from the index of absent source keys).
SELECT id
FROM turns
WHERE thread_id = :thread_id AND session = :session AND origin = 'live' AND +source_key IS NULL
  AND sequence >= coalesce((
    SELECT done.sequence
    FROM turns AS done
    WHERE done.thread_id = :thread_id AND done.session = :session
      AND done.state = 'completed' AND done.origin <> 'edit'
    ORDER BY done.sequence DESC
    LIMIT 1), 0);
