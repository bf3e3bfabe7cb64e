"""The embedded model: both stage contracts answered by rules alone, without any LLM."""
