-- Delete every row of threads; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM threads;
