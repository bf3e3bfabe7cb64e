"""In which states threads and turns are, where a turn came from, and who spoke in it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class ThreadStatus(StrEnum):
    """Whether a thread takes new turns."""

    ACTIVE = "active"
    ARCHIVED = "archived"


class TurnState(StrEnum):
    """Where a turn stands."""

    OPEN = "open"
    COMPLETED = "completed"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class Origin(StrEnum):
    """How a turn came in: typed live, read from a log, or made by a user's manual edit."""

    LIVE = "live"
    IMPORT = "import"
    EDIT = "edit"


class Role(StrEnum):
    """Who spoke."""

    USER = "user"
    ASSISTANT = "assistant"


DEFAULT_SESSION: Final = ""
