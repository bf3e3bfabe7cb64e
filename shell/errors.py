"""Every exception that Sayso raises, as one tree.

    SaysoError                  code, message, hint
    ├── RequestError            the caller's input: empty text, bad id, unknown intent
    ├── NotFoundError           no such memory, file or project store
    ├── RefusedError            a rule forbids it
    │   └── MemoryLeaseError    a turn or job belongs to somebody else, or its lease is over
    ├── MemorySchemaError       the store is degraded; only diagnosis and clear work
    │   └── ForeignStoreError   the file is no Sayso store and is never written to
    ├── ModelError              the model or the network failed
    ├── StageFaultError         a stage came to nothing; the worker keeps the reason with its job
    └── MemoryStorageError      the disk or SQLite failed; nothing was written
        └── UnknownCommitError  the commit failed half-way; it may have been saved

Core functions return Result; the store, the model client and the command line are the three
places where exceptions and values meet.
"""

from __future__ import annotations

from typing import ClassVar


class SaysoError(Exception):
    """The root of the tree: one line that says what and why, and a hint what to do."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the message and the hint apart, so that both can be shown or sent."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class RequestError(SaysoError):
    """The caller's input cannot be used."""

    code = "bad_request"
    exit_code = 2


class NotFoundError(SaysoError):
    """What was named does not exist."""

    code = "not_found"


class RefusedError(SaysoError):
    """A rule forbids what was asked."""

    code = "refused"


class MemoryLeaseError(RefusedError):
    """The turn or job is not the caller's to finish."""

    code = "lease_lost"


class MemorySchemaError(SaysoError):
    """The store is damaged or deviates from its contract."""

    code = "degraded"
    exit_code = 3


class ForeignStoreError(MemorySchemaError):
    """The file is somebody else's database or no database of ours."""

    code = "foreign_store"


class ModelError(SaysoError):
    """The model or the network failed."""

    code = "model_failed"
    exit_code = 4


class MemoryStorageError(SaysoError):
    """The disk or SQLite failed; the transaction was rolled back."""

    code = "storage_failed"
    exit_code = 5


class UnknownCommitError(MemoryStorageError):
    """The commit itself failed: the change may have been saved or not."""

    code = "unknown_commit"


class StageFaultError(SaysoError):
    """A stage came to nothing: a diagnostic, and what the next attempt may use."""

    code = "stage_failed"
    exit_code = 4

    def __init__(
        self,
        error: str,
        retry_after_us: int | None = None,
        checkpoint: str | None = None,
        *,
        is_model: bool = False,
    ) -> None:
        """Keep the wait the provider asked for (microseconds) and an accepted reply.

        `is_model` tells that no reply came at all: the model or the network failed.
        """
        super().__init__(error)
        self.is_model = is_model
        self.retry_after_us = retry_after_us
        self.checkpoint = checkpoint
