-- How many documents each scope has, and their length together, as they were counted.
-- Index: a scan of recall_scopes, one row for each scope.
SELECT scope_id, docs, length FROM recall_scopes;
