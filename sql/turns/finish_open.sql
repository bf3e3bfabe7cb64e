-- End an open turn whose owner and lease still hold.
-- Parameters: id, owner, lease_max, state, assistant_text, assistant_sha256, now
-- Index: turns by rowid.
UPDATE turns
SET state = :state, assistant_text = :assistant_text, assistant_sha256 = :assistant_sha256,
  updated_at = :now
WHERE id = :id AND state = 'open' AND lease_owner = :owner
  AND lease_expires_at > :now AND lease_expires_at <= :now + :lease_max;
