-- Counts documents that were posted, with the sum of their lengths.
-- Parameters: scope_id, docs, length
-- Index: recall_scopes by rowid.
INSERT INTO recall_scopes (scope_id, docs, length)
VALUES (:scope_id, :docs, :length)
ON CONFLICT (scope_id) DO UPDATE SET docs = docs + excluded.docs, length = length + excluded.length;
