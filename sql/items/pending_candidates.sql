-- Pending candidates by id.
-- Parameters: ids
-- Index: memory_candidates by rowid.
SELECT id, thread_id, kind, title, content, aliases, said_at
FROM memory_candidates
WHERE status = 'pending' AND id IN (SELECT value FROM json_each(:ids))
ORDER BY id;
