-- Takes back the whole values of some revisions of one reach, whichever they were posted under.
-- row_ids is a JSON list.
-- Parameters: reach, row_ids
-- Index: memory_terms by primary key (reach): all postings of the reach are looked through.
DELETE FROM memory_terms
WHERE reach = :reach AND item_row_id IN (SELECT value FROM json_each(:row_ids));
