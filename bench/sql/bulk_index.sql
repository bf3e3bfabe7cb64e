-- Indexes one turn.
-- Parameters: rowid, user_text, assistant_text
INSERT INTO found (rowid, user_text, assistant_text) VALUES (?, ?, ?);
