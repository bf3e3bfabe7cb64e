"""Models behind one port: the embedded one, and what a user configures."""
