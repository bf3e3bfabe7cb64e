-- Stage 3 of memory search: items that share enough words with the query. A word weighs more the
-- rarer it is among the newest 512 postings per reach; one that no item has weighs as much as
-- the rarest, so that a query about something else stays without hits. Items are collected from
-- the rarest words only, at most 1500 postings in all: an item that has none of the words that
-- count cannot reach the weight asked for.
-- Weights are whole numbers, so that their sums do not depend on the order of rows.
-- scope and thread are reaches (0 for no thread), terms and seen JSON lists; the percentages are
-- the shares of the query's weight and of its words that an item must have.
-- Parameters: scope, thread, terms, seen, weight_percent, count_percent
-- Columns: row_id, item_id, kind, title, synopsis, match_type
-- Index: memory_content_terms by primary key, memory_items_active (reach), memory_items by rowid.
WITH word (term) AS MATERIALIZED (SELECT DISTINCT value FROM json_each(:terms)),
place (reach) AS MATERIALIZED (VALUES (:scope), (:thread)),
counted (term, frequency) AS MATERIALIZED (
  SELECT term,
    (SELECT count(*) FROM (
      SELECT 1 FROM memory_content_terms WHERE reach = :scope AND term = word.term LIMIT 512))
    + (SELECT count(*) FROM (
      SELECT 1 FROM memory_content_terms WHERE reach = :thread AND term = word.term LIMIT 512))
  FROM word
),
size (items) AS MATERIALIZED (
  SELECT (SELECT count(*) FROM (
      SELECT 1 FROM memory_items WHERE status = 'active' AND reach = :scope LIMIT 4096))
    + (SELECT count(*) FROM (
      SELECT 1 FROM memory_items WHERE status = 'active' AND reach = :thread LIMIT 4096))
  WHERE EXISTS (SELECT 1 FROM counted WHERE frequency > 0)
),
weighed (term, frequency, weight) AS MATERIALIZED (
  SELECT term, frequency, max(1, CAST(round(1000 * ln(1
    + max(0, items - max(1, frequency) + 0.5) / (max(1, frequency) + 0.5))) AS INTEGER))
  FROM counted CROSS JOIN size
),
asked (weight, words) AS MATERIALIZED (SELECT sum(weight), count(*) FROM weighed),
known (term, weight, weight_up_to, read_up_to) AS MATERIALIZED (
  SELECT term, weight, sum(weight) OVER rising, sum(frequency) OVER falling
  FROM weighed WHERE frequency > 0
  WINDOW rising AS (ORDER BY weight, term), falling AS (ORDER BY weight DESC, term DESC)
),
posting (row_id, reach, weight) AS (
  SELECT posted.item_row_id, place.reach, known.weight
  FROM asked CROSS JOIN known CROSS JOIN place
  CROSS JOIN memory_content_terms AS posted
    ON posted.reach = place.reach AND posted.term = known.term
  WHERE known.weight_up_to * 100 >= asked.weight * :weight_percent
    AND known.read_up_to <= 1500
    AND posted.item_row_id >= coalesce((
      SELECT older.item_row_id FROM memory_content_terms AS older
      WHERE older.reach = place.reach AND older.term = known.term
      ORDER BY older.item_row_id DESC LIMIT 1 OFFSET 511), 0)
    AND posted.item_row_id NOT IN (SELECT value FROM json_each(:seen))
),
candidate (row_id, reach) AS MATERIALIZED (
  SELECT row_id, reach FROM posting
  GROUP BY row_id, reach
  ORDER BY sum(weight) DESC, row_id DESC
  LIMIT 256
),
found (row_id, weight, words) AS MATERIALIZED (
  SELECT candidate.row_id, sum(known.weight), count(*)
  FROM candidate CROSS JOIN known CROSS JOIN memory_content_terms AS posted
    ON posted.reach = candidate.reach AND posted.term = known.term
      AND posted.item_row_id = candidate.row_id
  GROUP BY candidate.row_id
  HAVING sum(known.weight) * 100 >= :weight_percent * (SELECT weight FROM asked)
    AND count(*) * 100 >= :count_percent * (SELECT words FROM asked)
)
SELECT item.id AS row_id, item.item_id AS item_id, item.kind AS kind, item.title AS title,
  item.synopsis AS synopsis, 'content' AS match_type
FROM found CROSS JOIN memory_items AS item ON item.id = found.row_id
WHERE item.status = 'active'
ORDER BY found.weight DESC, found.words DESC, item.updated_at DESC, item.id DESC
LIMIT 5;
