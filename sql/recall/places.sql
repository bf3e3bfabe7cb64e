-- Where some turns stand: each with up to three before it and three after it in its session, in
-- order.
-- turn_ids is a JSON list; around names the turn that a row was read for; is_timely tells that it
-- was said from from_us up to to_us, which may be null.
-- Parameters: turn_ids, from_us, to_us
-- Columns: around, turn_id, thread_id, session, sequence, has_answer, is_timely
-- Index: turns by rowid, turns_by_session.
SELECT own.id AS around, near.id AS turn_id, near.thread_id AS thread_id, near.session AS session,
  near.sequence AS sequence, octet_length(near.assistant_text) > 0 AS has_answer,
  CASE WHEN :from_us IS NULL THEN 0
    ELSE coalesce(near.said_at >= :from_us AND near.said_at < :to_us, 0) END AS is_timely
FROM json_each(:turn_ids) AS asked
CROSS JOIN turns AS own ON own.id = asked.value
CROSS JOIN turns AS near ON near.id IN (
  SELECT own.id
  UNION ALL
  SELECT id FROM (
    SELECT earlier.id FROM turns AS earlier
    WHERE earlier.thread_id = own.thread_id AND earlier.session = own.session
      AND earlier.sequence < own.sequence AND earlier.origin <> 'edit'
    ORDER BY earlier.sequence DESC LIMIT 3)
  UNION ALL
  SELECT id FROM (
    SELECT later.id FROM turns AS later
    WHERE later.thread_id = own.thread_id AND later.session = own.session
      AND later.sequence > own.sequence AND later.origin <> 'edit'
    ORDER BY later.sequence LIMIT 3))
ORDER BY own.id, near.sequence;
