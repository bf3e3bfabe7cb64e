-- What the user said in a session's live turns, oldest first, as hashes alone. An imported session
-- has a thread of its own, which is not looked at.
-- Parameters: scope_id, session
-- Index: the unique index of threads on source_key, turns_by_session.
SELECT turn.user_sha256
FROM threads AS thread
CROSS JOIN turns AS turn INDEXED BY turns_by_session
  ON turn.thread_id = thread.id AND turn.session = :session
WHERE thread.source_key IS NULL AND thread.scope_id = :scope_id AND turn.origin = 'live'
ORDER BY thread.id, turn.sequence;
