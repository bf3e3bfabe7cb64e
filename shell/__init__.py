"""The imperative shell: everything that reads, writes, waits or asks a clock."""
