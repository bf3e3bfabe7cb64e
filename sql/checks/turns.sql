-- Both sides of every turn as bytes with their hashes; a text longer than a turn's may be is left
-- out, so that no damaged or brought one fills the memory.
-- Parameters: max_bytes
-- Index: none, a scan, since a thorough check is of every turn.
SELECT id,
  CASE WHEN octet_length(user_text) <= :max_bytes THEN CAST(user_text AS BLOB) END AS user_text,
  user_sha256,
  CASE WHEN octet_length(assistant_text) <= :max_bytes THEN CAST(assistant_text AS BLOB) END
    AS assistant_text,
  assistant_sha256
FROM turns
ORDER BY id;
