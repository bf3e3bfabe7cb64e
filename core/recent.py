"""Keeps what short texts came to: one clause is read by the rules, the gate and the merge.

Input: a pure function of one text. Output: the same function, which keeps its newest answers for
texts that are short enough. Invariant: an answer never depends on what was asked before, so one
that is kept is the one that would be found again; what is kept is bounded, and can be let go.
"""

from __future__ import annotations

from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

ANSWERS_MAX: Final = 1_024  # of one function: a few megabytes in all
TEXT_MAX_CHARS: Final = 400
WHOLE_ANSWERS_MAX: Final = 64
WHOLE_TEXT_MAX_CHARS: Final = 4_000

_CLEARING: Final[list[Callable[[], None]]] = []


def keeps_recent(function: Callable[[str], T]) -> Callable[[str], T]:
    """Keep the newest answers of a pure function; a long text is looked at anew each time."""
    return _keeping(function, ANSWERS_MAX, TEXT_MAX_CHARS)


def keeps_recent_wholes(function: Callable[[str], T]) -> Callable[[str], T]:
    """Keep the newest answers of a pure function of whole messages: fewer, of longer texts."""
    return _keeping(function, WHOLE_ANSWERS_MAX, WHOLE_TEXT_MAX_CHARS)


def _keeping(
    function: Callable[[str], T], answers_max: int, text_max_chars: int
) -> Callable[[str], T]:
    kept = lru_cache(maxsize=answers_max)(function)
    _CLEARING.append(kept.cache_clear)

    @wraps(function)
    def answer(text: str) -> T:
        return kept(text) if len(text) <= text_max_chars else function(text)

    return answer


def let_go() -> None:
    """Drop every text and answer that is kept, as when the user has something forgotten."""
    for clear in _CLEARING:
        clear()
