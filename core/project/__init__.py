"""Project memory: its rules, from admission to context."""
