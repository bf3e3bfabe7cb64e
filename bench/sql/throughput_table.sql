-- What somebody would make who only wants to keep the texts.
CREATE TABLE said (
  id INTEGER PRIMARY KEY,
  user_text TEXT NOT NULL,
  assistant_text TEXT NOT NULL
) STRICT;
