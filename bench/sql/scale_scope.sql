-- A scope with its active thread; both bear the same number.
-- Parameters: number
INSERT INTO scopes (id, name, created_at) VALUES (:number, 'bench ' || :number, 0);
INSERT INTO threads (id, scope_id, status, compaction, compaction_sequence, created_at)
VALUES (:number, :number, 'active', '', 0, 0);
