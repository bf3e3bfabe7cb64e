"""The entrances: each one parses what it is given, calls one service and prints the answer."""
