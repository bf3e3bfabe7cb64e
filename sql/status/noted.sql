-- How many notes of other memory products there are.
-- Index: notes_active, a covering one.
SELECT count(*) FROM notes WHERE status = 'active';
