-- Delete every row of candidate_sources; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM candidate_sources;
