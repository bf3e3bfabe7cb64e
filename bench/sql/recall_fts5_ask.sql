SELECT key FROM documents WHERE documents MATCH :match ORDER BY bm25(documents) LIMIT :limit_rows;
