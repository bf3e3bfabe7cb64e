-- What changes with the catalogue: SQLite's own count of its changes, and our version of it.
SELECT schema_version, user_version FROM pragma_schema_version, pragma_user_version;
