-- The number of threads.
-- Index: a scan of threads, for diagnosis.
SELECT count(*) FROM threads;
