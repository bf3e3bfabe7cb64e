-- Takes back what an earlier version of the extractor posted a revision under: words that today's
-- version does not make. Nothing is read where the revision was posted by today's; for one that
-- was not, until it is indexed anew, the content postings of its reach are looked through.
-- Parameters: reach, row_id, terms_version
-- Index: memory_items by rowid, memory_content_terms by primary key (reach).
DELETE FROM memory_content_terms
WHERE (SELECT terms_version FROM memory_items WHERE id = :row_id) <> :terms_version
  AND reach = :reach AND item_row_id = :row_id;
