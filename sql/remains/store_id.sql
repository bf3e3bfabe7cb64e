-- Whose store it was, where a meta row still tells.
-- Index: memory_meta by rowid.
SELECT store_id FROM memory_meta WHERE typeof(store_id) = 'text' ORDER BY id LIMIT 1;
