"""The command line: options in, one service call, text or one JSON envelope out."""
