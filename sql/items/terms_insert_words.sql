-- Adds those metadata terms of an item that its reach does not know yet.
-- terms is a JSON list of [term, field].
-- Parameters: reach, terms
-- Index: memory_words (reach, term).
INSERT OR IGNORE INTO memory_words (reach, term)
SELECT :reach, value ->> 0 FROM json_each(:terms);
