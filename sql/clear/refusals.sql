-- Delete every row of refusals; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM refusals;
