-- The whole catalogue of a store, version 2. A healthy database matches it object for object.
-- Times are microseconds since the epoch, UTC. Offsets count code points. Ids are never reused.

CREATE TABLE memory_meta (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  store_id TEXT NOT NULL,
  face TEXT NOT NULL CHECK (face IN ('project', 'companion')),
  generation INTEGER NOT NULL CHECK (generation >= 1),
  commit_counter INTEGER NOT NULL CHECK (commit_counter >= 0),
  subject_key BLOB NOT NULL CHECK (length(subject_key) = 32),
  last_error TEXT,
  last_succeeded_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE scopes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

-- A project has exactly one scope.
CREATE TRIGGER scopes_one_per_project BEFORE INSERT ON scopes
WHEN (SELECT face FROM memory_meta) = 'project' AND EXISTS (SELECT 1 FROM scopes)
BEGIN
  SELECT RAISE(ABORT, 'a project store holds exactly one scope');
END;

CREATE TABLE threads (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  status TEXT NOT NULL CHECK (status IN ('active', 'archived')),
  source_key TEXT UNIQUE,
  compaction TEXT NOT NULL,
  compaction_sequence INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  archived_at INTEGER
) STRICT;

CREATE UNIQUE INDEX threads_one_active ON threads (scope_id) WHERE status = 'active';

CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id INTEGER NOT NULL REFERENCES threads (id),
  session TEXT NOT NULL,
  sequence INTEGER NOT NULL CHECK (sequence >= 1),
  intent TEXT NOT NULL CHECK (intent IN ('code_explain', 'general_chat')),
  origin TEXT NOT NULL CHECK (origin IN ('live', 'import', 'edit')),
  source_key TEXT UNIQUE,
  user_text TEXT NOT NULL CHECK (user_text <> ''),
  user_sha256 BLOB NOT NULL CHECK (length(user_sha256) = 32),
  assistant_text TEXT NOT NULL,
  assistant_sha256 BLOB NOT NULL CHECK (length(assistant_sha256) = 32),
  state TEXT NOT NULL CHECK (state IN ('open', 'completed', 'failed', 'interrupted')),
  lease_owner TEXT,
  lease_expires_at INTEGER,
  said_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (thread_id, sequence),
  CHECK (state <> 'open' OR (lease_owner IS NOT NULL AND lease_expires_at IS NOT NULL))
) STRICT;

CREATE INDEX turns_by_session ON turns (thread_id, session, sequence);
CREATE INDEX turns_open ON turns (lease_expires_at) WHERE state = 'open';

-- What the user said never changes.
CREATE TRIGGER turns_user_text_is_raw
BEFORE UPDATE OF id, thread_id, sequence, user_text, user_sha256 ON turns
BEGIN
  SELECT RAISE(ABORT, 'the user''s words of a turn never change');
END;

CREATE TABLE memory_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('extraction', 'consolidation')),
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  thread_id INTEGER NOT NULL REFERENCES threads (id),
  session TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  turn_id INTEGER REFERENCES turns (id),
  payload TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL CHECK (status IN
    ('pending', 'leased', 'retry_wait', 'parked', 'succeeded', 'succeeded_no_output', 'dropped')),
  generation INTEGER NOT NULL,
  attempt_count INTEGER NOT NULL CHECK (attempt_count >= 0),
  lease_owner TEXT,
  lease_token INTEGER NOT NULL,
  lease_expires_at INTEGER,
  next_retry_at INTEGER,
  last_error TEXT,
  checkpoint TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  CHECK ((kind = 'extraction') = (turn_id IS NOT NULL)),
  CHECK ((status = 'leased') = (lease_owner IS NOT NULL)),
  CHECK ((status = 'leased') = (lease_expires_at IS NOT NULL))
) STRICT;

CREATE INDEX memory_jobs_lanes ON memory_jobs (kind, thread_id, session, sequence, id)
WHERE status IN ('pending', 'leased', 'retry_wait');
CREATE INDEX memory_jobs_unresolved ON memory_jobs (kind, id)
WHERE status IN ('pending', 'leased', 'retry_wait');
CREATE INDEX memory_jobs_errors ON memory_jobs (updated_at, id)
WHERE last_error IS NOT NULL AND status IN ('pending', 'leased', 'retry_wait', 'parked');
CREATE INDEX memory_jobs_parked ON memory_jobs (id) WHERE status = 'parked';

CREATE TABLE memory_candidates (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  thread_id INTEGER NOT NULL REFERENCES threads (id),
  job_id INTEGER NOT NULL REFERENCES memory_jobs (id),
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  aliases TEXT NOT NULL,
  non_factual INTEGER NOT NULL CHECK (non_factual IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('pending', 'consolidated', 'rejected', 'suppressed')),
  said_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((kind = 'discussion_context') = (non_factual = 1))
) STRICT;

CREATE TABLE candidate_sources (
  candidate_id INTEGER NOT NULL REFERENCES memory_candidates (id),
  turn_id INTEGER NOT NULL REFERENCES turns (id),
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  start_char INTEGER NOT NULL CHECK (start_char >= 0),
  end_char INTEGER NOT NULL CHECK (end_char > start_char),
  quote TEXT NOT NULL CHECK (quote <> ''),
  PRIMARY KEY (candidate_id, turn_id, role, start_char, end_char)
) STRICT, WITHOUT ROWID;

CREATE INDEX candidate_sources_by_turn ON candidate_sources (turn_id);

-- A quote is, byte for byte, part of the text it claims to come from.
CREATE TRIGGER candidate_sources_are_quotes BEFORE INSERT ON candidate_sources
WHEN NOT EXISTS (
  SELECT 1 FROM turns
  WHERE id = NEW.turn_id
    AND instr(
      CAST(CASE NEW.role WHEN 'user' THEN user_text ELSE assistant_text END AS BLOB),
      CAST(NEW.quote AS BLOB)) > 0)
BEGIN
  SELECT RAISE(ABORT, 'a source must quote its turn exactly');
END;

CREATE TRIGGER candidate_sources_never_change BEFORE UPDATE ON candidate_sources
BEGIN
  SELECT RAISE(ABORT, 'a source never changes');
END;

-- An answer that is quoted as a source stays what it was, as the user's words always do.
CREATE TRIGGER turns_cited_answer_is_raw
BEFORE UPDATE OF assistant_text, assistant_sha256 ON turns
WHEN EXISTS (
  SELECT 1 FROM candidate_sources WHERE turn_id = OLD.id AND role = 'assistant')
BEGIN
  SELECT RAISE(ABORT, 'an answer that is a source never changes');
END;

CREATE TABLE memory_items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id INTEGER NOT NULL,
  revision INTEGER NOT NULL CHECK (revision >= 1),
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  thread_id INTEGER REFERENCES threads (id),
  reach INTEGER NOT NULL GENERATED ALWAYS AS (coalesce(-thread_id, scope_id)) STORED,
  kind TEXT NOT NULL,
  title TEXT NOT NULL CHECK (title <> ''),
  content TEXT NOT NULL CHECK (content <> ''),
  synopsis TEXT NOT NULL CHECK (synopsis <> ''),
  aliases TEXT NOT NULL,
  keywords TEXT NOT NULL,
  non_factual INTEGER NOT NULL CHECK (non_factual IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('staged', 'active', 'superseded', 'forgotten')),
  replaces_id INTEGER,
  replaced_by_id INTEGER,
  forgotten_by_turn_id INTEGER REFERENCES turns (id),
  terms_version INTEGER NOT NULL,
  said_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (item_id, revision),
  CHECK ((kind = 'discussion_context') = (thread_id IS NOT NULL)),
  CHECK ((kind = 'discussion_context') = (non_factual = 1))
) STRICT;

CREATE INDEX memory_items_active ON memory_items (reach, kind, updated_at, id)
WHERE status = 'active';
CREATE UNIQUE INDEX memory_items_one_active ON memory_items (item_id) WHERE status = 'active';
CREATE INDEX memory_items_by_status ON memory_items (scope_id, status, id);

CREATE TRIGGER memory_items_kind_of_face BEFORE INSERT ON memory_items
WHEN (SELECT face FROM memory_meta) = 'project'
  AND NEW.kind NOT IN ('user_preference', 'project_decision', 'discussion_context')
BEGIN
  SELECT RAISE(ABORT, 'a project remembers three kinds only');
END;

CREATE TRIGGER memory_candidates_kind_of_face BEFORE INSERT ON memory_candidates
WHEN (SELECT face FROM memory_meta) = 'project'
  AND NEW.kind NOT IN ('user_preference', 'project_decision', 'discussion_context')
BEGIN
  SELECT RAISE(ABORT, 'a project remembers three kinds only');
END;

CREATE TRIGGER memory_items_start_staged BEFORE INSERT ON memory_items
WHEN NEW.status <> 'staged'
BEGIN
  SELECT RAISE(ABORT, 'an item is staged before its proof is linked');
END;

CREATE TABLE memory_item_candidates (
  item_row_id INTEGER NOT NULL REFERENCES memory_items (id),
  candidate_id INTEGER NOT NULL REFERENCES memory_candidates (id),
  PRIMARY KEY (item_row_id, candidate_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX memory_item_candidates_by_candidate ON memory_item_candidates (candidate_id);

-- No preference or decision becomes active without the user's exact words.
CREATE TRIGGER memory_items_need_proof BEFORE UPDATE OF status ON memory_items
WHEN NEW.status = 'active'
  AND NEW.kind <> 'discussion_context'
  AND NOT EXISTS (
    SELECT 1
    FROM memory_item_candidates AS link
    JOIN candidate_sources AS source ON source.candidate_id = link.candidate_id
    JOIN turns AS turn ON turn.id = source.turn_id
    WHERE link.item_row_id = NEW.id
      AND source.role = 'user'
      AND instr(CAST(turn.user_text AS BLOB), CAST(source.quote AS BLOB)) > 0)
BEGIN
  SELECT RAISE(ABORT, 'an active memory needs the user''s exact words');
END;

CREATE TRIGGER memory_items_status_moves_on BEFORE UPDATE OF status ON memory_items
WHEN NOT (
  (OLD.status = 'staged' AND NEW.status = 'active')
  OR (OLD.status = 'active' AND NEW.status IN ('superseded', 'forgotten'))
  OR (OLD.status = 'superseded' AND NEW.status = 'forgotten'))
BEGIN
  SELECT RAISE(ABORT, 'the status of a memory only moves on');
END;

CREATE TRIGGER memory_items_append_only
BEFORE UPDATE OF id, item_id, revision, scope_id, thread_id, kind, title, content, synopsis,
  aliases, keywords, non_factual, replaces_id, said_at, created_at ON memory_items
BEGIN
  SELECT RAISE(ABORT, 'a revision is never edited');
END;

CREATE TRIGGER memory_item_candidates_never_change BEFORE UPDATE ON memory_item_candidates
BEGIN
  SELECT RAISE(ABORT, 'what a memory rests on never changes');
END;

CREATE TRIGGER memory_item_candidates_keep_proof BEFORE DELETE ON memory_item_candidates
WHEN EXISTS (SELECT 1 FROM memory_items WHERE id = OLD.item_row_id AND status = 'active')
BEGIN
  SELECT RAISE(ABORT, 'the proof of an active memory stays');
END;

CREATE TRIGGER candidate_sources_keep_proof BEFORE DELETE ON candidate_sources
WHEN EXISTS (
  SELECT 1
  FROM memory_item_candidates AS link
  JOIN memory_items AS item ON item.id = link.item_row_id
  WHERE link.candidate_id = OLD.candidate_id AND item.status = 'active')
BEGIN
  SELECT RAISE(ABORT, 'the proof of an active memory stays');
END;

CREATE TABLE refusals (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  thread_id INTEGER NOT NULL REFERENCES threads (id),
  turn_id INTEGER REFERENCES turns (id),
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  title TEXT NOT NULL,
  quotes TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX refusals_by_turn ON refusals (turn_id);
CREATE INDEX refusals_by_reason ON refusals (scope_id, reason);

CREATE TABLE tombstones (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  item_id INTEGER NOT NULL,
  turn_id INTEGER NOT NULL REFERENCES turns (id),
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  start_char INTEGER NOT NULL,
  end_char INTEGER NOT NULL,
  subject TEXT NOT NULL,
  last_turn_id INTEGER NOT NULL,
  forgotten_at INTEGER NOT NULL
) STRICT;

CREATE INDEX tombstones_by_scope ON tombstones (scope_id, id);
CREATE INDEX tombstones_by_turn ON tombstones (turn_id);

-- What the configured model has cost, per UTC day. Survives clear: the money is spent.
CREATE TABLE model_usage (
  day TEXT PRIMARY KEY,
  calls INTEGER NOT NULL CHECK (calls >= 0),
  tokens INTEGER NOT NULL CHECK (tokens >= 0)
) STRICT, WITHOUT ROWID;

-- Survives clear, so that a repeated command stays one command.
CREATE TABLE operations (
  op_id TEXT PRIMARY KEY,
  command TEXT NOT NULL,
  request_sha256 BLOB NOT NULL CHECK (length(request_sha256) = 32),
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Postings of active revisions only. They are derived and can be rebuilt, so nothing refers to
-- them and they refer to nothing. `field`: 0 title, 1 alias, 2 keyword.
CREATE TABLE memory_terms (
  reach INTEGER NOT NULL,
  term TEXT NOT NULL,
  field INTEGER NOT NULL CHECK (field IN (0, 1, 2)),
  item_row_id INTEGER NOT NULL,
  PRIMARY KEY (reach, term, field, item_row_id DESC)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_content_terms (
  reach INTEGER NOT NULL,
  term TEXT NOT NULL,
  item_row_id INTEGER NOT NULL,
  PRIMARY KEY (reach, term, item_row_id DESC)
) STRICT, WITHOUT ROWID;

-- The distinct metadata terms of a reach, and every ending of each cut at eight characters: one
-- range over the endings finds a substring of any length in either script.
CREATE TABLE memory_words (
  id INTEGER PRIMARY KEY,
  reach INTEGER NOT NULL,
  term TEXT NOT NULL,
  UNIQUE (reach, term)
) STRICT;

CREATE TABLE memory_word_endings (
  reach INTEGER NOT NULL,
  ending TEXT NOT NULL,
  word_id INTEGER NOT NULL,
  PRIMARY KEY (reach, ending, word_id)
) STRICT, WITHOUT ROWID;
