-- End every active revision, so that the proof it stands on may go; part of an explicit clear.
-- Index: memory_items_one_active, a scan of the active rows.
UPDATE memory_items SET status = 'superseded' WHERE status = 'active';
