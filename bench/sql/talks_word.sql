-- A word of a scope.
-- Parameters: id, scope, word
INSERT INTO recall_words (id, scope_id, word) VALUES (?, ?, ?);
