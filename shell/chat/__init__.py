"""A chat with a model that has memory: for the command line, and for agents that embed it."""
