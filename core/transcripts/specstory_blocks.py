"""What is open at a line of a SpecStory file: a code fence, a tool or thinking tag, or nothing.

Line by line, what was open and the line give what is open after it. Nothing opens inside
anything else; a line that tries to is odd, a hint that something was never closed. Tags count in
an agent's sections only: there SpecStory writes them itself, at the start of a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, assert_never

_FENCE: Final = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})\s*(\S?)")
_FENCE_MAX_MARKS: Final = 16  # longer fences count as this long, so that lengths are few
_TAG: Final = re.compile(r"\s*<(tool-use|think|details)(?=[\s>])")
_CLOSING_TAG: Final = re.compile(r"</(tool-use|think|details)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """An opened code fence of `length` marks."""

    mark: str
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """An opened tag that waits for its closing one."""

    name: str


Open = Fence | Tag | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What a line says about fences and tags; `bare` when nothing stands behind the marks."""

    fence: Fence | None
    bare: bool
    tag: str | None
    closed: frozenset[str]


def read_signs(line: str) -> Signs | None:
    """Read a line; None for the many that say nothing."""
    fenced = _FENCE.match(line) if "```" in line or "~~~" in line else None
    tag = _TAG.match(line) if "<" in line else None
    closed = frozenset(_CLOSING_TAG.findall(line) if "</" in line else ())
    if fenced is None and tag is None and not closed:
        return None
    return Signs(
        fence=None if fenced is None else _fence(fenced[1]),
        bare=fenced is not None and not fenced[2],
        tag=None if tag is None else tag[1],
        closed=closed,
    )


def step(now: Open, signs: Signs | None, *, agent: bool) -> Open:
    """Give what is open after a line."""
    if signs is None:
        return now
    match now:
        case None:
            return signs.fence or (_opened_tag(signs) if agent else None)
        case Fence():
            return None if signs.bare and _is_like(signs.fence, now) else now
        case Tag():
            return None if now.name in signs.closed else now
        case _:
            assert_never(now)


def is_odd(now: Open, signs: Signs) -> bool:
    """Tell whether a line would open what is open already."""
    match now:
        case Fence():
            return not signs.bare and _is_like(signs.fence, now)
        case Tag():
            return signs.tag == now.name
        case _:
            return False


def _opened_tag(signs: Signs) -> Tag | None:
    """Give the tag that a line leaves open."""
    if signs.tag is None or signs.tag in signs.closed:
        return None
    return Tag(name=signs.tag)


def _fence(marks: str) -> Fence:
    """Make a fence of its marks."""
    return Fence(mark=marks[0], length=min(len(marks), _FENCE_MAX_MARKS))


def _is_like(fence: Fence | None, opened: Fence) -> bool:
    """Tell whether a fence has the marks of an opened one, and at least as many."""
    return fence is not None and fence.mark == opened.mark and fence.length >= opened.length
