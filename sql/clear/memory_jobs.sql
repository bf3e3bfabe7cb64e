-- Delete every row of memory_jobs; part of an explicit clear.
DELETE FROM memory_jobs;
