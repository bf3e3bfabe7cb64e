-- Delete every row of candidate_sources; part of an explicit clear.
DELETE FROM candidate_sources;
