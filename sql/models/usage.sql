-- What the configured model has cost on one day.
-- Parameters: day
-- Index: model_usage by primary key.
SELECT calls, tokens FROM model_usage WHERE day = :day;
