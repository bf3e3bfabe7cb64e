-- Turns by their ids, oldest place first.
-- Parameters: ids
-- Index: turns by rowid.
SELECT id, thread_id, session, sequence, intent, origin, user_text, assistant_text, state, said_at,
  created_at
FROM turns
WHERE id IN (SELECT value FROM json_each(:ids))
ORDER BY thread_id, sequence;
