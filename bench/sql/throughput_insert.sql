-- One turn, numbered by the table.
INSERT INTO said (user_text, assistant_text) VALUES (?, ?);
