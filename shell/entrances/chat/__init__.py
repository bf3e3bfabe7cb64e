"""The chat in a terminal, or line by line through a pipe."""
