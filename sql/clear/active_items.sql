-- End every active revision, so that the proof it stands on may go; part of an explicit clear.
-- Index: memory_items_by_status.
UPDATE memory_items SET status = 'superseded' WHERE status = 'active';
