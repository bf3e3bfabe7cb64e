-- Notes that a revision is posted by today's extractor.
-- Parameters: row_id, terms_version
-- Index: memory_items by rowid.
UPDATE memory_items SET terms_version = :terms_version WHERE id = :row_id AND status = 'active';
