"""Other tools' logs: bytes of a file in, turns a person typed and the answers they saw out."""
