"""Every SQL statement of Sayso, one per file; `shell.store.statements` loads them."""
