-- Extend the lease of an open turn that its owner still holds.
-- Parameters: expires_at, now, id, owner
-- Index: turns by rowid.
UPDATE turns
SET lease_expires_at = :expires_at, updated_at = :now
WHERE id = :id AND state = 'open' AND lease_owner = :owner AND lease_expires_at > :now;
