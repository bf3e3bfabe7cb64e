-- Delete every row of notes; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM notes;
