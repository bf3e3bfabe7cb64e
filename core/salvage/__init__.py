"""Bytes of a damaged store's file and log in, rows that are still there out; no SQLite needed."""
