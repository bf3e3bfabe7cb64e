-- SQLite's quick integrity check.
SELECT quick_check FROM pragma_quick_check;
