-- What version 4 adds to version 3: what turns are found under. All of it is derived from turns and
-- tombstones, so nothing refers to it, it refers to nothing, and a rebuild makes it anew.

-- The words of each scope; a document is one side of a turn: twice its number for the user's words,
-- one more for the assistant's.
CREATE TABLE recall_words (
  id INTEGER PRIMARY KEY,
  scope_id INTEGER NOT NULL,
  word TEXT NOT NULL,
  UNIQUE (scope_id, word)
) STRICT;

-- How often a word stands in a document, and how many words that document has, at most 255.
CREATE TABLE recall_postings (
  word_id INTEGER NOT NULL,
  doc_id INTEGER NOT NULL,
  count INTEGER NOT NULL,
  length INTEGER NOT NULL,
  PRIMARY KEY (word_id, doc_id)
) STRICT, WITHOUT ROWID;

-- How many documents of a scope are posted, and the sum of their lengths.
CREATE TABLE recall_scopes (
  scope_id INTEGER PRIMARY KEY,
  docs INTEGER NOT NULL,
  length INTEGER NOT NULL
) STRICT;

-- By which version of the extractor each index is made; while it is made anew, up to which row.
-- No row: it is not made at all.
CREATE TABLE index_editions (
  name TEXT NOT NULL PRIMARY KEY CHECK (name IN ('memory', 'recall')),
  version INTEGER NOT NULL,
  through INTEGER
) STRICT, WITHOUT ROWID;

-- How many rows of a table are in each state, so that telling it does not take longer the more
-- there are. Triggers keep it, whoever writes. An item counts by the status of its newest revision.
CREATE TABLE tallies (
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (subject, state)
) STRICT, WITHOUT ROWID;

INSERT INTO tallies (subject, state, number)
SELECT 'turns', state, count(*) FROM turns GROUP BY state
UNION ALL SELECT 'jobs', status, count(*) FROM memory_jobs GROUP BY status
UNION ALL SELECT 'refusals', reason, count(*) FROM refusals GROUP BY reason
UNION ALL SELECT 'items', item.status, count(*) FROM memory_items AS item
  WHERE NOT EXISTS (
    SELECT 1 FROM memory_items AS later
    WHERE later.item_id = item.item_id AND later.revision > item.revision)
  GROUP BY item.status;

CREATE TRIGGER turns_counted AFTER INSERT ON turns
BEGIN
  INSERT INTO tallies (subject, state, number) VALUES ('turns', NEW.state, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER turns_recounted AFTER UPDATE OF state ON turns WHEN OLD.state <> NEW.state
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'turns' AND state = OLD.state;
  INSERT INTO tallies (subject, state, number) VALUES ('turns', NEW.state, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER turns_discounted AFTER DELETE ON turns
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'turns' AND state = OLD.state;
END;

CREATE TRIGGER memory_jobs_counted AFTER INSERT ON memory_jobs
BEGIN
  INSERT INTO tallies (subject, state, number) VALUES ('jobs', NEW.status, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER memory_jobs_recounted AFTER UPDATE OF status ON memory_jobs
WHEN OLD.status <> NEW.status
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'jobs' AND state = OLD.status;
  INSERT INTO tallies (subject, state, number) VALUES ('jobs', NEW.status, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER memory_jobs_discounted AFTER DELETE ON memory_jobs
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'jobs' AND state = OLD.status;
END;

CREATE TRIGGER refusals_counted AFTER INSERT ON refusals
BEGIN
  INSERT INTO tallies (subject, state, number) VALUES ('refusals', NEW.reason, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER refusals_recounted AFTER UPDATE OF reason ON refusals WHEN OLD.reason <> NEW.reason
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'refusals' AND state = OLD.reason;
  INSERT INTO tallies (subject, state, number) VALUES ('refusals', NEW.reason, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER refusals_discounted AFTER DELETE ON refusals
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'refusals' AND state = OLD.reason;
END;

-- A new revision counts in place of the one before it.
CREATE TRIGGER memory_items_counted AFTER INSERT ON memory_items
WHEN NOT EXISTS (
  SELECT 1 FROM memory_items AS later
  WHERE later.item_id = NEW.item_id AND later.revision > NEW.revision)
BEGIN
  UPDATE tallies SET number = number - 1
  WHERE subject = 'items' AND state = (
    SELECT status FROM memory_items AS before
    WHERE before.item_id = NEW.item_id AND before.revision < NEW.revision
    ORDER BY before.revision DESC LIMIT 1);
  INSERT INTO tallies (subject, state, number) VALUES ('items', NEW.status, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

CREATE TRIGGER memory_items_recounted AFTER UPDATE OF status ON memory_items
WHEN OLD.status <> NEW.status
  AND NOT EXISTS (
    SELECT 1 FROM memory_items AS later
    WHERE later.item_id = NEW.item_id AND later.revision > NEW.revision)
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'items' AND state = OLD.status;
  INSERT INTO tallies (subject, state, number) VALUES ('items', NEW.status, 1)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;

-- Where the newest revision goes, the one before it counts again.
CREATE TRIGGER memory_items_discounted AFTER DELETE ON memory_items
WHEN NOT EXISTS (
  SELECT 1 FROM memory_items AS later
  WHERE later.item_id = OLD.item_id AND later.revision > OLD.revision)
BEGIN
  UPDATE tallies SET number = number - 1 WHERE subject = 'items' AND state = OLD.status;
  INSERT INTO tallies (subject, state, number)
  SELECT 'items', before.status, 1 FROM memory_items AS before
  WHERE before.item_id = OLD.item_id
    AND before.revision = (
      SELECT max(one.revision) FROM memory_items AS one WHERE one.item_id = OLD.item_id)
  ON CONFLICT (subject, state) DO UPDATE SET number = number + 1;
END;
