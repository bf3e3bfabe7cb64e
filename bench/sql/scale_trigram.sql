-- The yardstick for parts of words: what items say, by three characters.
-- Parameters: none
CREATE VIRTUAL TABLE bench_parts USING fts5 (said, tokenize = 'trigram', content = '');
