-- What each word of a query weighs in stage 3, as search/content weighs it, to tell why.
-- scope and thread are reaches (0 for no thread), terms a JSON list.
-- Parameters: scope, thread, terms
-- Index: memory_content_terms by primary key, memory_items_active (reach).
WITH word (term) AS MATERIALIZED (SELECT DISTINCT value FROM json_each(:terms)),
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
)
SELECT term, weight FROM weighed;
