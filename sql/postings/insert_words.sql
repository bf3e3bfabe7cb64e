-- Words of a scope that are not known yet. words is a JSON list in order, so neighbours lie close.
-- Parameters: scope_id, words
-- Index: the unique index of recall_words (scope_id, word).
INSERT OR IGNORE INTO recall_words (scope_id, word)
SELECT :scope_id, value FROM json_each(:words);
