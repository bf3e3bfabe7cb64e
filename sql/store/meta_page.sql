-- Which page of the file holds the meta row, and how large a page is.
-- Index: none, a scan: the catalogue has a few dozen rows.
SELECT rootpage, (SELECT page_size FROM pragma_page_size)
FROM sqlite_schema
WHERE type = 'table' AND name = 'memory_meta';
