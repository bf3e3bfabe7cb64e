"""Which errors have a reason that the simulator knows; any other is a fault, however polite."""

from __future__ import annotations

from sayso.shell.errors import MemoryStorageError

# What the injected faults of the disk say, and what a reader in the way leads to.
OF_THE_DISK = ("fsync failed", "disk is full", "another process holds the store")
# What the canned model's moods lead to, and a store that somebody else has damaged.
OF_A_STEP = (
    "the reply is not the contract",
    "the operations are not legal",
    "Timeout: no answer",
    "RuntimeError: the client of call",
    "the store is degraded",
    "the store has lost",
    "the store lacks what it must have",
)


def is_of_the_disk(message: str) -> bool:
    """Tell whether an error says what was done to the disk."""
    return any(reason in message for reason in OF_THE_DISK)


def is_excused_step(message: str) -> bool:
    """Tell whether a step of a worker may fail like this."""
    return message.startswith(OF_A_STEP) or is_of_the_disk(message)


def is_excused_storage(error: Exception) -> bool:
    """Tell whether an error is one of the disk that was brought about."""
    return isinstance(error, MemoryStorageError) and is_of_the_disk(error.message)
