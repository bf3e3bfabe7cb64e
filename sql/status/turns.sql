-- Turn counts by state.
-- Index: a scan of turns, for diagnosis.
SELECT state, count(*) FROM turns GROUP BY state;
