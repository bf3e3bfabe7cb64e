-- Count at least what is known to have been spent on a day.
-- Parameters: day, calls, tokens
INSERT INTO model_usage (day, calls, tokens) VALUES (:day, :calls, :tokens)
ON CONFLICT (day) DO UPDATE
SET calls = max(calls, excluded.calls), tokens = max(tokens, excluded.tokens);
