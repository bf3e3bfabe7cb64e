-- Every row of model_usage for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT day, calls, tokens
FROM model_usage
ORDER BY day;
