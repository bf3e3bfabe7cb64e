-- Add the answer to an imported turn that has none yet; an answer that is there never changes.
-- Parameters: assistant_text, assistant_sha256, now, source_key
-- Index: the unique index of turns on source_key.
UPDATE turns
SET assistant_text = :assistant_text, assistant_sha256 = :assistant_sha256, updated_at = :now
WHERE source_key = :source_key AND origin = 'import' AND assistant_text = '';
