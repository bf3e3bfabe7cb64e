-- The newest turn of a thread by place, for a log that is imported again.
-- Parameters: thread_id
-- Index: the unique index of turns on (thread_id, sequence).
SELECT sequence, session, source_key
FROM turns
WHERE thread_id = :thread_id
ORDER BY sequence DESC
LIMIT 1;
