-- The newest tombstone of a scope.
-- Parameters: scope_id
-- Index: tombstones_by_scope.
SELECT coalesce(max(id), 0) FROM tombstones WHERE scope_id = :scope_id;
