-- Active items of one kind and reach that share content terms, most shared first.
-- Parameters: terms, reach, kind, limit_rows
-- Index: memory_content_terms by primary key, memory_items by rowid.
SELECT item.id, item.item_id, item.revision, item.kind, item.thread_id, item.title,
  item.content, item.synopsis, item.aliases, item.keywords, item.status, item.replaces_id,
  item.replaced_by_id, item.created_at, item.updated_at,
  item.said_at
FROM (
  SELECT posting.item_row_id, count(*) AS shared
  FROM json_each(:terms) AS term
  CROSS JOIN memory_content_terms AS posting
    ON posting.reach = :reach AND posting.term = term.value
    AND posting.item_row_id >= coalesce((
      SELECT bound.item_row_id FROM memory_content_terms AS bound
      WHERE bound.reach = :reach AND bound.term = term.value
      ORDER BY bound.item_row_id DESC
      LIMIT 1 OFFSET 999), 0)
  GROUP BY posting.item_row_id) AS hit
CROSS JOIN memory_items AS item ON item.id = hit.item_row_id
WHERE item.status = 'active' AND item.kind = :kind
ORDER BY hit.shared DESC, item.updated_at DESC, item.id DESC
LIMIT :limit_rows;
