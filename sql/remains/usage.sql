-- What the configured model has cost, day by day.
-- Index: a scan, since all of them are kept.
SELECT day, calls, tokens FROM model_usage ORDER BY day;
