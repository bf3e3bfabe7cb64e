-- Stage 2 of memory search for a text longer than an ending: items with a metadata term that
-- contains it. Title before alias before keyword, then the newest, among at most 400 postings per
-- reach. The text has several starts: parts of it as long as an ending, each of which is one of
-- every term that contains the text. The one that the reach has fewest of is followed, and at most
-- 2000 of its terms are looked at, so that a common beginning ("the user prefers") costs no walk
-- through all that share it.
-- scope and thread are reaches (0 for no thread); starts and seen are JSON lists, of parts of the
-- text and of row ids.
-- Parameters: scope, thread, text, starts, seen
-- Columns: row_id, item_id, kind, title, synopsis, match_type
-- Index: memory_word_endings by primary key (reach, ending), memory_words by rowid,
--   memory_terms by primary key (reach, term), memory_items by rowid.
WITH start (part, place) AS MATERIALIZED (SELECT value, key FROM json_each(:starts)),
way (reach, part) AS MATERIALIZED (
  SELECT :scope, (
    SELECT part FROM start
    ORDER BY (SELECT count(*) FROM (
      SELECT 1 FROM memory_word_endings WHERE reach = :scope AND ending = part LIMIT 256)), place
    LIMIT 1)
  UNION ALL
  SELECT :thread, (
    SELECT part FROM start
    ORDER BY (SELECT count(*) FROM (
      SELECT 1 FROM memory_word_endings WHERE reach = :thread AND ending = part LIMIT 256)), place
    LIMIT 1)
  WHERE :thread <> 0
),
found (row_id, field) AS MATERIALIZED (
  SELECT * FROM (
    SELECT posted.item_row_id, posted.field
    FROM (
      SELECT ended.word_id FROM way CROSS JOIN memory_word_endings AS ended
      WHERE way.reach = :scope AND ended.reach = :scope AND ended.ending = way.part
      LIMIT 2000) AS follows
    CROSS JOIN memory_words AS word ON word.id = follows.word_id
    CROSS JOIN memory_terms AS posted ON posted.reach = :scope AND posted.term = word.term
    WHERE instr(word.term, :text) > 0
      AND posted.item_row_id NOT IN (SELECT value FROM json_each(:seen))
    LIMIT 400)
  UNION ALL
  SELECT * FROM (
    SELECT posted.item_row_id, posted.field
    FROM (
      SELECT ended.word_id FROM way CROSS JOIN memory_word_endings AS ended
      WHERE way.reach = :thread AND ended.reach = :thread AND ended.ending = way.part
      LIMIT 2000) AS follows
    CROSS JOIN memory_words AS word ON word.id = follows.word_id
    CROSS JOIN memory_terms AS posted ON posted.reach = :thread AND posted.term = word.term
    WHERE instr(word.term, :text) > 0
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
