-- Stage 2 of memory search: items with a metadata term that contains the query, found through
-- the endings of terms. Title before alias before keyword, then the newest, among at most 400
-- postings per reach. The text is at most as long as an ending; a longer one is another
-- statement's.
-- scope and thread are reaches (0 for no thread); ceiling is text followed by U+10FFFF; seen is a
-- JSON list of row ids.
-- Parameters: scope, thread, text, ceiling, seen
-- Columns: row_id, item_id, kind, title, synopsis, match_type
-- Index: memory_word_endings by primary key (reach, ending), memory_words by rowid,
--   memory_terms by primary key (reach, term), memory_items by rowid.
WITH found (row_id, field) AS MATERIALIZED (
  SELECT * FROM (
    SELECT posted.item_row_id, posted.field
    FROM memory_word_endings AS part
    CROSS JOIN memory_words AS word ON word.id = part.word_id
    CROSS JOIN memory_terms AS posted ON posted.reach = :scope AND posted.term = word.term
    WHERE part.reach = :scope AND part.ending >= :text AND part.ending < :ceiling
      AND posted.item_row_id NOT IN (SELECT value FROM json_each(:seen))
    LIMIT 400)
  UNION ALL
  SELECT * FROM (
    SELECT posted.item_row_id, posted.field
    FROM memory_word_endings AS part
    CROSS JOIN memory_words AS word ON word.id = part.word_id
    CROSS JOIN memory_terms AS posted ON posted.reach = :thread AND posted.term = word.term
    WHERE part.reach = :thread AND part.ending >= :text AND part.ending < :ceiling
      AND posted.item_row_id NOT IN (SELECT value FROM json_each(:seen))
    LIMIT 400)
)
SELECT item.id AS row_id, item.item_id AS item_id, item.kind AS kind, item.title AS title,
  item.synopsis AS synopsis, 'substring' AS match_type
FROM found CROSS JOIN memory_items AS item ON item.id = found.row_id
WHERE item.status = 'active'
GROUP BY item.id
ORDER BY min(found.field), item.updated_at DESC, item.id DESC
LIMIT 5;
