-- The id of the store, or nothing where it is too long to be one.
-- Index: memory_meta by rowid.
SELECT CASE WHEN octet_length(store_id) <= 64 THEN store_id END FROM memory_meta WHERE id = 1;
