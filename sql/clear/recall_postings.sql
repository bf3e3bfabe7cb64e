-- Delete every row of recall_postings; part of an explicit clear.
-- Index: a scan, since all rows go.
DELETE FROM recall_postings;
