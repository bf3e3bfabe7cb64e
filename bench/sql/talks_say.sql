-- Adds a document to the yardstick.
-- Parameters: document, scope, said
INSERT INTO yardstick (rowid, scope, said) VALUES (?, ?, ?);
