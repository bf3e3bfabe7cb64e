-- The yardstick: everything an item says in one trigram index.
-- Parameters: none
CREATE VIRTUAL TABLE bench_trigram USING fts5 (
  title, aliases, keywords, content, tokenize = 'trigram', content = 'memory_items',
  content_rowid = 'id');
