-- The yardstick of recall: what either side said, under a scope that is one more word.
CREATE VIRTUAL TABLE yardstick USING fts5 (scope, said, tokenize = 'TOKENIZER', content = '');
