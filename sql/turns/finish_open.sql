-- End an open turn that its owner still holds.
-- Parameters: id, owner, state, assistant_text, assistant_sha256, now
-- Index: turns by rowid.
UPDATE turns
SET state = :state, assistant_text = :assistant_text, assistant_sha256 = :assistant_sha256,
  updated_at = :now
WHERE id = :id AND state = 'open' AND lease_owner = :owner;
