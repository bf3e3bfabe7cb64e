"""What coding agents meet: their hooks, what is left of a session, and the journal of faults."""
