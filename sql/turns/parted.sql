-- Which turns of a batch don't follow the one before them in it: another of their session came
-- between, or a gap parts them. A pair is the sequence of a turn and that of the one before it.
-- Parameters: pairs (a JSON list), thread_id, session
-- Index: turns_by_session.
SELECT pair.value ->> 0
FROM json_each(:pairs) AS pair
WHERE NOT EXISTS (
  SELECT 1
  FROM turns AS previous
  WHERE previous.id = (
      SELECT nearest.id
      FROM turns AS nearest
      WHERE nearest.thread_id = :thread_id AND nearest.session = :session
        AND nearest.sequence < pair.value ->> 0
        AND nearest.state = 'completed' AND nearest.origin <> 'edit'
      ORDER BY nearest.sequence DESC
      LIMIT 1)
    AND (previous.origin <> 'live' OR previous.source_key IS NULL)
    AND previous.sequence <= pair.value ->> 1);
