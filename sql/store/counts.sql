-- Row counts the contract speaks of: meta ids as JSON, active threads, scopes.
-- Index: memory_meta (one row), threads_one_active, scopes (one row a scope).
SELECT
  (SELECT json_group_array(id) FROM memory_meta),
  (SELECT count(*) FROM threads WHERE status = 'active'),
  (SELECT count(*) FROM scopes);
