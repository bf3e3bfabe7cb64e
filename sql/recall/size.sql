-- How many documents of a scope are posted, and the sum of their lengths.
-- Parameters: scope_id
-- Columns: docs, length
-- Index: recall_scopes by rowid.
SELECT docs, length FROM recall_scopes WHERE scope_id = :scope_id;
