-- The time of the newest row, by which a clock that was set back shows.
-- Index: memory_meta by rowid; of turns and memory_jobs a scan from the end, which stops at once.
SELECT max(
  coalesce((SELECT updated_at FROM memory_meta WHERE id = 1), 0),
  coalesce((SELECT created_at FROM turns ORDER BY id DESC LIMIT 1), 0),
  coalesce((SELECT created_at FROM memory_jobs ORDER BY id DESC LIMIT 1), 0)) AS newest_at;
