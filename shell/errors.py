"""Every exception that Sayso raises, as one tree.

    SaysoError                  code, message, hint
    ├── RequestError            the caller's input: empty text, bad id, unknown intent
    ├── NotFoundError           no such memory, file or project store
    ├── RefusedError            a rule forbids it
    │   ├── MemoryLeaseError    a turn or job belongs to somebody else, or its lease is over
    │   └── StalePlanError      the store has moved on since it was looked at; nothing was written
    ├── MemorySchemaError       the store is degraded; only diagnosis and clear work
    │   ├── DamagedTextError    a RAW text or a quote is not what was stored
    │   ├── ForeignStoreError   the file is no Sayso store and is never written to
    │   └── KnowledgeDamagedError   a file of knowledge is not what was written
    ├── MemoryStorageError      the disk or SQLite failed; nothing was written
    │   └── UnknownCommitError  the commit failed half-way; it may have been saved
    └── StageFaultError         a stage came to nothing; a worker keeps the reason with its job

A host meets all of them but the last, which never leaves a worker. Core functions return Result;
the store, the model client and the command line are the three places where exceptions and values
meet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from sayso.core.diagnostics import ModelFault


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


class StalePlanError(RefusedError):
    """A plan no longer fits the store: a lease, an owner or a state has moved on."""

    code = "stale"


class MemorySchemaError(SaysoError):
    """The store is damaged or deviates from its contract."""

    code = "degraded"
    exit_code = 3


class DamagedTextError(MemorySchemaError):
    """A RAW text or a quote of it is not what was stored."""


class ForeignStoreError(MemorySchemaError):
    """The file is somebody else's database or no database of ours."""

    code = "foreign_store"


class KnowledgeDamagedError(MemorySchemaError):
    """A file of knowledge is not what was written; it is never overwritten."""

    code = "knowledge_damaged"


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
        self, error: str, *, fault: ModelFault | None = None, checkpoint: str | None = None
    ) -> None:
        """Keep the model's fault where no reply came at all, and an accepted reply to use again."""
        super().__init__(error)
        self.fault = fault
        self.checkpoint = checkpoint
