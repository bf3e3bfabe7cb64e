-- Rows that refer to rows that are not there.
SELECT "table", rowid FROM pragma_foreign_key_check;
