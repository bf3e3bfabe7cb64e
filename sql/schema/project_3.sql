-- What version 3 adds to version 2. A new store is made by both files, an older one is brought up
-- to this version by the second alone, so both end with the same catalogue.

-- Which memories a session of a host has been told, by their revisions, so that it is told each
-- once. They are derived from what was handed out: nothing refers to them, they refer to nothing.
CREATE TABLE deliveries (
  session TEXT NOT NULL,
  item_row_id INTEGER NOT NULL,
  delivered_at INTEGER NOT NULL,
  PRIMARY KEY (session, item_row_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX deliveries_by_time ON deliveries (delivered_at);

-- What other memory products had noted. Nobody's words prove it, so nothing rests on it. The key
-- is a keyed hash of product and text: it stays when the text goes.
CREATE TABLE notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope_id INTEGER NOT NULL REFERENCES scopes (id),
  source_key TEXT NOT NULL UNIQUE CHECK (source_key <> ''),
  product TEXT NOT NULL CHECK (product <> ''),
  text TEXT NOT NULL,
  said_at INTEGER,
  status TEXT NOT NULL CHECK (status IN ('active', 'forgotten')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((status = 'forgotten') = (text = ''))
) STRICT;

CREATE INDEX notes_active ON notes (scope_id, id) WHERE status = 'active';

CREATE TRIGGER notes_are_only_forgotten
BEFORE UPDATE OF id, scope_id, source_key, product, text, said_at, status, created_at ON notes
WHEN NOT (
  OLD.status = 'active' AND NEW.status = 'forgotten'
  AND (NEW.id, NEW.scope_id, NEW.source_key, NEW.product, NEW.created_at)
    = (OLD.id, OLD.scope_id, OLD.source_key, OLD.product, OLD.created_at)
  AND NEW.said_at IS OLD.said_at)
BEGIN
  SELECT RAISE(ABORT, 'a note is never edited, only forgotten');
END;

-- Which model gave the answer that settled a job. No row: nobody noted it.
CREATE TABLE job_models (
  job_id INTEGER NOT NULL PRIMARY KEY REFERENCES memory_jobs (id),
  model TEXT NOT NULL CHECK (model <> '')
) STRICT, WITHOUT ROWID;
