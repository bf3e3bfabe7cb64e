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
