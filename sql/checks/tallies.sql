-- How many rows of each subject are in each state, as they were counted.
-- Index: a scan of tallies, one row for each state.
SELECT subject, state, number FROM tallies;
