"""Work that is counted: characters that a text's methods touch, and lines of Python that run.

Neither is a time, so both are the same on every machine. `Watched` is a text that counts what its
own methods look at; searching it with a pattern counts nothing, as patterns have a test of their
own (tests/faults/test_patterns.py).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from sayso.core.recent import let_go

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

_LOOKING_AT_ALL: Final = (
    "casefold count encode expandtabs isspace lower lstrip partition replace rpartition rsplit"
    " rstrip split splitlines strip translate upper"
).split()
Index = Any  # an integer, a slice, or None, as `str` takes them


class Tally:
    """How many characters have been touched."""

    def __init__(self) -> None:
        self.chars = 0


class Watched(str):  # noqa: SLOT000 - it carries its tally
    """A text whose methods count the characters they look at; parts and copies count too."""

    tally: Tally

    def __getitem__(self, key: Index) -> str:
        return self._counted(super().__getitem__(key))

    def __iter__(self) -> Iterator[str]:
        for char in super().__iter__():
            self.tally.chars += 1
            yield char

    def __add__(self, other: str) -> str:
        return self._counted(super().__add__(other))

    def __contains__(self, part: object) -> bool:
        return isinstance(part, str) and self.find(part) >= 0

    def find(self, part: str, start: Index = None, end: Index = None) -> int:
        found = super().find(part, start, end)
        first, last, _ = slice(start, end).indices(len(self))
        self.tally.chars += (last if found < 0 else found + len(part)) - first
        return found

    def rfind(self, part: str, start: Index = None, end: Index = None) -> int:
        found = super().rfind(part, start, end)
        first, last, _ = slice(start, end).indices(len(self))
        self.tally.chars += last - (first if found < 0 else found)
        return found

    def _counted(self, part: str) -> str:
        self.tally.chars += len(part)
        return watch(part, self.tally)


def _looking_at_all(name: str) -> Callable[..., object]:
    plain = getattr(str, name)

    def counted(self: Watched, *args: object, **named: object) -> object:
        self.tally.chars += len(self)
        given = plain(self, *args, **named)
        return watch(given, self.tally) if isinstance(given, str) else given

    return counted


for _name in _LOOKING_AT_ALL:
    setattr(Watched, _name, _looking_at_all(_name))


def watch(text: str, tally: Tally) -> Watched:
    """Give a text that counts."""
    watched = Watched(text)
    watched.tally = tally
    return watched


def work_of(task: Callable[[str], object], text: str) -> int:
    """Count what a task costs on a text: characters it touches and lines it runs.

    Nothing that an earlier count came to is known any more.
    """
    let_go()
    tally, lines = Tally(), 0

    def trace(_frame: FrameType, event: str, _arg: object) -> Callable[..., Any]:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        task(watch(text, tally))
    finally:
        sys.settrace(before)
    return tally.chars + lines
