"""A chat on a model: what is said to it, how its calls of tools are answered, what a line asks."""
