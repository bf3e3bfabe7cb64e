-- When the store came into being.
-- Index: memory_meta by rowid.
SELECT created_at FROM memory_meta ORDER BY id LIMIT 1;
