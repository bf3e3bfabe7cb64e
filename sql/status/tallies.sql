-- How many turns, jobs, items and refusals are in each state, as counted while they were written.
-- Index: a scan of tallies, which has one row for each state.
SELECT subject, state, number FROM tallies WHERE number > 0 ORDER BY number DESC, subject, state;
