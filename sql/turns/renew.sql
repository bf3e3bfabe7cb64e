-- Let the lease of an open turn begin anew, also one that has run out meanwhile.
-- Parameters: expires_at, now, id, owner
-- Index: turns by rowid.
UPDATE turns
SET lease_expires_at = :expires_at, updated_at = :now
WHERE id = :id AND state = 'open' AND lease_owner = :owner;
