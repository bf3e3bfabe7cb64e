"""The SQLite store: connection, bootstrap, statements, rows and transactions."""
