"""Learners: what is read off the sources themselves, each behind a port of its own."""
