-- The highest numbers that tombstones bear, by the table whose counter gave them.
-- Index: a scan, for a store whose counters may be lost.
SELECT
  max(id) AS tombstones,
  max(last_turn_id) AS turns
FROM tombstones;
