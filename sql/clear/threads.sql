-- Delete every row of threads; part of an explicit clear.
DELETE FROM threads;
