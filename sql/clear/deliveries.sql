-- Delete every row of deliveries; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM deliveries;
