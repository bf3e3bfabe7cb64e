-- What the configured model has cost on the newest day that had any calls.
-- Index: model_usage by primary key, a scan from its end that stops at the first row.
SELECT day, calls, tokens
FROM model_usage
ORDER BY day DESC
LIMIT 1;
