-- How many quotes there are, by the table itself and not by its index.
-- Index: none, a scan, so that a quote that the index has lost is missed.
SELECT count(*) FROM candidate_sources NOT INDEXED;
