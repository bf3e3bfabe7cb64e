-- The documents of a scope that hold most of what is looked for, best first.
-- read is a JSON list of [word, weight, oldest document] whose postings are read; probed one of
-- [word, weight] that are looked up only in the partial_rows best documents of those; speakers
-- one of the marks that double a document; what was said from from_us up to to_us, which may be
-- null, is doubled too. A posting is worth
--   weight * count * (k1 + 1) / (count + k1 * (1 - b + b * length / average)), k1 = 1, b = 0.4,
-- as a whole number, so that sums do not depend on the order of rows. average_milli is the average
-- length of a document in thousandths. The limits of time and thread may be null.
-- Parameters: read, probed, speakers, average_milli, thread_id, since_us, until_us, before_doc_id,
--   from_us, to_us, partial_rows, limit_rows
-- Columns: doc_id, score
-- Index: recall_postings by primary key, turns by rowid.
WITH term (word_id, weight, oldest) AS MATERIALIZED (
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(:read)),
other (word_id, weight) AS MATERIALIZED (
  SELECT value ->> 0, value ->> 1 FROM json_each(:probed)),
partial (doc_id, score) AS MATERIALIZED (
  SELECT posted.doc_id, sum(CAST(
    2.0 * term.weight * posted.count
    / (posted.count + 0.6 + 400.0 * posted.length / :average_milli) AS INTEGER))
  FROM term CROSS JOIN recall_postings AS posted
    ON posted.word_id = term.word_id
      AND posted.doc_id >= term.oldest AND posted.doc_id < :before_doc_id
  WHERE (:thread_id IS NULL AND :since_us IS NULL AND :until_us IS NULL)
    OR EXISTS (
      SELECT 1 FROM turns AS turn
      WHERE turn.id = posted.doc_id >> 1
        AND (:thread_id IS NULL OR turn.thread_id = :thread_id)
        AND (:since_us IS NULL OR turn.said_at >= :since_us)
        AND (:until_us IS NULL OR turn.said_at < :until_us))
  GROUP BY posted.doc_id
  ORDER BY 2 DESC, 1 DESC
  LIMIT :partial_rows
)
SELECT partial.doc_id AS doc_id,
  (partial.score + coalesce((
    SELECT sum(CAST(
      2.0 * other.weight * posted.count
      / (posted.count + 0.6 + 400.0 * posted.length / :average_milli) AS INTEGER))
    FROM other CROSS JOIN recall_postings AS posted
      ON posted.word_id = other.word_id AND posted.doc_id = partial.doc_id), 0))
  * (1 + EXISTS (
    SELECT 1 FROM json_each(:speakers) AS speaker CROSS JOIN recall_postings AS posted
      ON posted.word_id = speaker.value AND posted.doc_id = partial.doc_id))
  * CASE WHEN :from_us IS NOT NULL AND EXISTS (
      SELECT 1 FROM turns AS turn
      WHERE turn.id = partial.doc_id >> 1 AND turn.said_at >= :from_us AND turn.said_at < :to_us)
    THEN 2 ELSE 1 END AS score
FROM partial
ORDER BY 2 DESC, 1 DESC
LIMIT :limit_rows;
