-- Stage 3 of memory search for a query of single Han characters: items whose content holds them.
-- The terms that start with a character are the places where it stands. The first thousand
-- postings of a character are read, in the order of terms and, within the last of them, the
-- newest.
-- scope and thread are reaches (0 for no thread), terms and seen JSON lists; count_percent is the
-- share of the characters that an item must have.
-- Parameters: scope, thread, terms, seen, count_percent
-- Columns: row_id, item_id, kind, title, synopsis, match_type
-- Index: memory_content_terms by primary key (reach, term), memory_items by rowid.
WITH character (term, ceiling) AS MATERIALIZED (
  SELECT DISTINCT value, value || char(1114111) FROM json_each(:terms)),
place (reach) AS MATERIALIZED (VALUES (:scope), (:thread)),
bound (reach, term, ceiling, last_term) AS MATERIALIZED (
  SELECT place.reach, character.term, character.ceiling, (
    SELECT posted.term FROM memory_content_terms AS posted
    WHERE posted.reach = place.reach AND posted.term >= character.term
      AND posted.term < character.ceiling
    ORDER BY posted.term LIMIT 1 OFFSET 999)
  FROM character CROSS JOIN place),
hit (row_id, term) AS MATERIALIZED (
  SELECT posted.item_row_id, bound.term
  FROM bound CROSS JOIN memory_content_terms AS posted
    ON posted.reach = bound.reach AND posted.term >= bound.term
      AND posted.term < coalesce(bound.last_term, bound.ceiling)
  UNION ALL
  SELECT posted.item_row_id, bound.term
  FROM bound CROSS JOIN memory_content_terms AS posted
    ON posted.reach = bound.reach AND posted.term = bound.last_term
      AND posted.item_row_id >= coalesce((
        SELECT older.item_row_id FROM memory_content_terms AS older
        WHERE older.reach = bound.reach AND older.term = bound.last_term
        ORDER BY older.item_row_id DESC LIMIT 1 OFFSET 999), 0)
),
found (row_id, words) AS MATERIALIZED (
  SELECT row_id, count(DISTINCT term)
  FROM hit
  WHERE row_id NOT IN (SELECT value FROM json_each(:seen))
  GROUP BY row_id
  HAVING count(DISTINCT term) * 100 >= :count_percent * (SELECT count(*) FROM character)
)
SELECT item.id AS row_id, item.item_id AS item_id, item.kind AS kind, item.title AS title,
  item.synopsis AS synopsis, 'content' AS match_type
FROM found CROSS JOIN memory_items AS item ON item.id = found.row_id
WHERE item.status = 'active'
ORDER BY found.words DESC, item.updated_at DESC, item.id DESC
LIMIT 5;
