-- What the configured model has cost on a day of the generation before.
-- Parameters: day, calls, tokens
INSERT INTO model_usage (day, calls, tokens) VALUES (:day, :calls, :tokens);
