-- Every object of the catalogue that is not SQLite's own.
-- Index: a scan of the catalogue, which is bounded.
SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*';
