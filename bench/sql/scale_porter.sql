-- The yardstick for words: what items say, under the endings that Porter cuts.
-- Parameters: none
CREATE VIRTUAL TABLE bench_words USING fts5 (
  said, tokenize = 'porter unicode61', content = '');
