CREATE VIRTUAL TABLE documents USING fts5(key UNINDEXED, text, tokenize = 'TOKENIZER');
