-- By which version each index is made, and down to which turn while one is made anew.
-- Index: a scan of at most two rows.
SELECT name, version, through FROM index_editions;
