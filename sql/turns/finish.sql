-- End a turn that is still in the state the plan saw, held by the same owner.
-- Parameters: state, assistant_text, assistant_sha256, now, id, before, owner
-- Index: turns by rowid.
UPDATE turns
SET state = :state, assistant_text = :assistant_text, assistant_sha256 = :assistant_sha256,
  updated_at = :now
WHERE id = :id AND state = :before AND lease_owner IS :owner;
