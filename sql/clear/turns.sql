-- Delete every row of turns; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM turns;
