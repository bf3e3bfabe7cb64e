-- Stage 1 of memory search: items with a metadata term that equals the query or starts with it.
-- Exact hits come before prefixes; within each: title, alias, keyword, then the newest. An arm
-- per reach reads at most 205 postings, five times the terms an item can have, so five items
-- are found where there are five; beyond them prefixes are taken in the order of terms.
-- scope and thread are reaches (0 for no thread); ceiling is text followed by U+10FFFF.
-- Parameters: scope, thread, text, ceiling
-- Columns: row_id, item_id, kind, title, synopsis, match_type
-- Index: memory_terms by primary key (reach, term), without a sorter inside an arm, memory_items
--   by rowid.
WITH found (row_id, grade, field) AS MATERIALIZED (
  SELECT * FROM (
    SELECT item_row_id, term <> :text, field FROM memory_terms
    WHERE reach = :scope AND term >= :text AND term < :ceiling
    ORDER BY term, field, item_row_id DESC LIMIT 205)
  UNION ALL
  SELECT * FROM (
    SELECT item_row_id, term <> :text, field FROM memory_terms
    WHERE reach = :thread AND term >= :text AND term < :ceiling
    ORDER BY term, field, item_row_id DESC LIMIT 205)
)
SELECT item.id AS row_id, item.item_id AS item_id, item.kind AS kind, item.title AS title,
  item.synopsis AS synopsis,
  CASE min(found.grade) WHEN 0 THEN 'exact' ELSE 'prefix' END AS match_type
FROM found CROSS JOIN memory_items AS item ON item.id = found.row_id
WHERE item.status = 'active'
GROUP BY item.id
ORDER BY min(found.grade * 8 + found.field), item.updated_at DESC, item.id DESC
LIMIT 5;
