-- The highest numbers that turns bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT
  max(id) AS turns,
  max(thread_id) AS threads
FROM turns;
