-- One turn.
-- Parameters: id, user_text, assistant_text
INSERT INTO said (id, user_text, assistant_text) VALUES (?, ?, ?);
