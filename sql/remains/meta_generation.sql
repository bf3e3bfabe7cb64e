-- The newest generation of a meta row, where there is one that is a number.
-- Index: memory_meta, one row, or a few in a damaged store: a bounded scan.
SELECT max(generation) FROM memory_meta WHERE typeof(generation) = 'integer';
