"""Layered knowledge on disk: files, locks, meaning, freshness, learners and dreams."""
