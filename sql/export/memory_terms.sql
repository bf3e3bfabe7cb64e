-- Every row of memory_terms for a RAW export, in a fixed order.
-- Index: a scan, since an export holds everything.
SELECT reach, term, field, item_row_id
FROM memory_terms
ORDER BY reach, term, field, item_row_id DESC;
