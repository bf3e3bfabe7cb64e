-- A new turn; the user's words as they came.
-- Parameters: id, thread_id, session, sequence, intent, origin, source_key, user_text,
--   user_sha256, assistant_text, assistant_sha256, state, lease_owner, lease_expires_at, said_at,
--   now
INSERT INTO turns (id, thread_id, session, sequence, intent, origin, source_key, user_text,
  user_sha256, assistant_text, assistant_sha256, state, lease_owner, lease_expires_at, said_at,
  created_at, updated_at)
VALUES (:id, :thread_id, :session, :sequence, :intent, :origin, :source_key, :user_text,
  :user_sha256, :assistant_text, :assistant_sha256, :state, :lease_owner, :lease_expires_at,
  :said_at, :now, :now);
