"""Measuring memory on labelled conversations: the cases, the scores, and the gate alone."""
