"""What is read from the journal of hooks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFault:
    """One thing that went wrong in a hook; `at_us` is when."""

    at_us: int
    host: str
    event: str
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """The newest faults first, and when each hook last fired, by `host.event`."""

    faults: tuple[JournalFault, ...]
    fired: Mapping[str, int]
