"""What is open at a line of a SpecStory file: a code fence, a tool or thinking tag, or nothing.

Line by line, what was open and the line give what is open after it. Nothing opens inside
anything else. Tags count in an agent's sections only: there SpecStory writes them itself, at the
start of a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, assert_never

TAG_NAMES: Final = ("tool-use", "think", "details")

_FENCE: Final = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})\s*(\S?)")
_TAG: Final = re.compile(r"\s*<(tool-use|think|details)(?=[\s>])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """A code fence of `length` marks; `bare` when nothing stands behind them."""

    mark: str
    length: int
    bare: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """An opened tag that waits for its closing one."""

    name: str


Open = Fence | Tag | None


def read_fence(line: str) -> Fence | None:
    """Read a line that opens or closes a code fence; None for any other line."""
    found = _FENCE.match(line)
    if found is None:
        return None
    return Fence(mark=found[1][0], length=len(found[1]), bare=not found[2])


def read_tag(line: str) -> str | None:
    """Give the name of the tag a line starts with; None for any other line."""
    found = _TAG.match(line)
    return None if found is None else found[1]


def closes(line: str, name: str) -> bool:
    """Tell whether a line holds the closing tag of this name."""
    return f"</{name}>" in line


def fits(closing: Fence, opening: Fence) -> bool:
    """Tell whether one fence line closes the fence that another one opened."""
    return closing.bare and closing.mark == opening.mark and closing.length >= opening.length


def step(now: Open, line: str, *, agent: bool) -> Open:
    """Give what is open after a line."""
    match now:
        case None:
            return _opened(line, agent=agent)
        case Fence():
            fence = read_fence(line)
            return None if fence is not None and fits(fence, now) else now
        case Tag():
            return None if closes(line, now.name) else now
        case _:
            assert_never(now)


def _opened(line: str, *, agent: bool) -> Open:
    """Give what a line opens when nothing was open."""
    fence = read_fence(line)
    if fence is not None:
        return fence
    name = read_tag(line) if agent else None
    return None if name is None or closes(line, name) else Tag(name=name)
