"""Threads, sessions and turns: the records, and every legal transition of a turn as one table.

A turn is one RAW user text and the final answer the user saw. It is stored before the model is
asked (A130) and ends exactly once as completed, failed or interrupted; an interrupted turn may
still be completed by the owner that began it, because the user did see that answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sayso.core.states import DEFAULT_SESSION, Origin, Role, ThreadStatus, TurnState

__all__ = [
    "DEFAULT_SESSION",
    "GAP",
    "TURN_TRANSITIONS",
    "Origin",
    "Role",
    "Thread",
    "ThreadStatus",
    "Turn",
    "TurnState",
    "is_before_gap",
    "is_turn_transition",
]

GAP: Final = "gap:"  # begins the source key of a live turn; it has none for any other reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One conversation. `compaction_sequence` is the last turn sequence the summary covers."""

    id: int
    scope_id: int
    status: ThreadStatus
    compaction: str
    compaction_sequence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One stored turn. `sequence` is dense per thread from 1; times are microseconds, UTC.

    `said_at_us` is when the user said it: the source's time for an imported turn (None when the
    log has none), the creation time for a live one.
    """

    id: int
    thread_id: int
    session: str
    sequence: int
    intent: str
    origin: Origin
    user_text: str
    assistant_text: str
    state: TurnState
    said_at_us: int | None
    created_at_us: int

    def text_of(self, role: Role) -> str:
        """Give the RAW text of one side of the turn."""
        return self.user_text if role is Role.USER else self.assistant_text


# Every legal transition of a turn. Repeating a final state with the same text changes nothing.
TURN_TRANSITIONS: Final[frozenset[tuple[TurnState, TurnState]]] = frozenset(
    {
        (TurnState.OPEN, TurnState.COMPLETED),
        (TurnState.OPEN, TurnState.FAILED),
        (TurnState.OPEN, TurnState.INTERRUPTED),
        (TurnState.INTERRUPTED, TurnState.COMPLETED),
        (TurnState.INTERRUPTED, TurnState.FAILED),
    }
)


def is_turn_transition(before: TurnState, after: TurnState) -> bool:
    """Tell whether a turn may go from one state to another."""
    return (before, after) in TURN_TRANSITIONS


def is_before_gap(source_key: object) -> bool:
    """Tell from its source key whether a turn is parted from what came next in its session.

    >>> is_before_gap("gap:7"), is_before_gap("codex:7"), is_before_gap(None)
    (True, False, False)
    """
    return isinstance(source_key, str) and source_key.startswith(GAP)
