-- The index somebody would put over the texts.
CREATE VIRTUAL TABLE found USING fts5 (
  user_text, assistant_text, tokenize = 'TOKENIZER', content = 'said', content_rowid = 'id');
