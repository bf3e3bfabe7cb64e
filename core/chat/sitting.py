"""One run of the chat: the session it speaks in, and what an interruption does to it.

An interruption ends the request; a second one before anything else was said ends the chat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Where a chat stands between two lines."""

    session: str
    is_warned: bool = False
    is_over: bool = False


def after_line(sitting: Sitting) -> Sitting:
    """Something was said, so an interruption is the first one again."""
    return replace(sitting, is_warned=False)


def after_interruption(sitting: Sitting) -> Sitting:
    """Warn at the first interruption, end at the second."""
    return replace(sitting, is_warned=True, is_over=sitting.is_warned)


def after_end(sitting: Sitting) -> Sitting:
    """Nothing more will be said."""
    return replace(sitting, is_over=True)
