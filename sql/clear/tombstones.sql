-- Delete every row of tombstones; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM tombstones;
