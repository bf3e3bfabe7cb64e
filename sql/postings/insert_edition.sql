-- Notes by which version an index is made; through is the oldest turn done while others are left.
-- Parameters: name, version, through
-- Index: index_editions by primary key.
INSERT INTO index_editions (name, version, through)
VALUES (:name, :version, :through)
ON CONFLICT (name) DO UPDATE SET version = excluded.version, through = excluded.through;
