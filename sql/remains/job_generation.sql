-- The newest generation that any job was made in.
-- Index: a scan, for a store whose meta row may be lost.
SELECT max(generation) FROM memory_jobs WHERE typeof(generation) = 'integer';
