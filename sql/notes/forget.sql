-- Empty a note for good; its key stays, so that it is known again.
-- Parameters: id, now
-- Index: notes by rowid.
UPDATE notes SET status = 'forgotten', text = '', updated_at = :now
WHERE id = :id AND status = 'active';
