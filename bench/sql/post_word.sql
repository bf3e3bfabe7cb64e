-- Adds one word under a given number.
-- Parameters: word_id, reach, term
INSERT INTO memory_words (id, reach, term) VALUES (:word_id, :reach, :term);
