-- Stage 3 of memory search for a query of single Han characters: items whose content holds them.
-- The terms that start with a character are the places where it stands. At most the first
-- thousand postings of a character, in the order of terms, and the rest of that term are read.
-- scope and thread are reaches (0 for no thread), terms and seen JSON lists; count_percent is the
-- share of the characters that an item must have.
-- Parameters: scope, thread, terms, seen, count_percent
-- Columns: row_id, item_id, kind, title, synopsis, match_type
-- Index: memory_content_terms by primary key (reach, term), memory_items by rowid.
WITH character (term, ceiling) AS MATERIALIZED (
  SELECT DISTINCT value, value || char(1114111) FROM json_each(:terms)),
place (reach) AS MATERIALIZED (VALUES (:scope), (:thread)),
found (row_id, words) AS MATERIALIZED (
  SELECT posted.item_row_id, count(DISTINCT character.term)
  FROM character CROSS JOIN place CROSS JOIN memory_content_terms AS posted
    ON posted.reach = place.reach AND posted.term >= character.term
      AND posted.term <= coalesce((
        SELECT later.term FROM memory_content_terms AS later
        WHERE later.reach = place.reach AND later.term >= character.term
          AND later.term < character.ceiling
        ORDER BY later.term LIMIT 1 OFFSET 999), character.ceiling)
  WHERE posted.item_row_id NOT IN (SELECT value FROM json_each(:seen))
  GROUP BY posted.item_row_id
  HAVING count(DISTINCT character.term) * 100
    >= :count_percent * (SELECT count(*) FROM character)
)
SELECT item.id AS row_id, item.item_id AS item_id, item.kind AS kind, item.title AS title,
  item.synopsis AS synopsis, 'content' AS match_type
FROM found CROSS JOIN memory_items AS item ON item.id = found.row_id
WHERE item.status = 'active'
ORDER BY found.words DESC, item.updated_at DESC, item.id DESC
LIMIT 5;
