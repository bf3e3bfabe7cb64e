-- How many transactions a store has counted, where there is a meta row that tells a number.
-- Index: memory_meta, one row, or a few in a damaged store: a bounded scan.
SELECT max(commit_counter) FROM memory_meta WHERE typeof(commit_counter) = 'integer';
