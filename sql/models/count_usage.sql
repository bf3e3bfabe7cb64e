-- Count one call of the configured model and its tokens.
-- Parameters: day, tokens
-- Index: model_usage by primary key.
INSERT INTO model_usage (day, calls, tokens) VALUES (:day, 1, :tokens)
ON CONFLICT (day) DO UPDATE SET calls = calls + 1, tokens = tokens + excluded.tokens;
