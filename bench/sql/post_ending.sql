-- Adds one ending of a word.
-- Parameters: reach, ending, word_id
INSERT INTO memory_word_endings (reach, ending, word_id) VALUES (:reach, :ending, :word_id);
