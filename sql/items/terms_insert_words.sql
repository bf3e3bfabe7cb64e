-- Adds those metadata terms of an item that its reach does not know yet.
-- Parameters: reach, terms (JSON list of [term, field]).
-- Index: memory_words (reach, term).
INSERT OR IGNORE INTO memory_words (reach, term)
SELECT :reach, value ->> 0 FROM json_each(:terms);
