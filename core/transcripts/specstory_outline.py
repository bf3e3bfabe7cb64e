"""Lines of a SpecStory file -> which of them are the headings of turns.

A heading looks like `_**User (time)**_`. The same line may stand inside a message, quoted in a
code fence, or inside the tool output and thinking of an agent; so each line that looks like a
heading is judged by what is open there:

* Nothing: it is a heading.
* A tool or thinking tag: it is quoted when that tag closes before the next one opens.
* A fence, and the line does not stand alone between blank lines: it is quoted.
* A fence, and it stands alone: messages lie one after another, so a fence that its writer never
  closed would hide the rest of the file. It is quoted only if the fence closes later on, the
  rest of that message leaves nothing open, and without this reading a later message would.

Questions about later lines are answered from tables made in one pass, in logarithmic time.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING, Final, assert_never

from sayso.core.transcripts.specstory_blocks import (
    TAG_NAMES,
    Fence,
    Open,
    Tag,
    closes,
    fits,
    read_fence,
    read_tag,
    step,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEADING: Final = re.compile(
    r"_\*\*(User|Assistant|Agent|)( - sidechain)?(?: \(([^\n]*)\))?\*\*_\s*"
)
_HEADING_MAX_CHARS: Final = 300
_CLOSERS_TRIED_MAX: Final = 64  # fences of many lengths, to stay linear; real ones have three
_HEADER_MAX_LINES: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading at a 0-based line. `detail` is what stands in its parentheses, or ''."""

    at: int
    agent: bool
    sidechain: bool
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tables:
    """What the judgement of a line looks up: places in the file, each list in order."""

    lines: Sequence[str]
    looks: tuple[Heading, ...]
    places: tuple[int, ...]  # of `looks`, and the end of the file
    hidden: tuple[int, ...]  # how many of the first n looks would leave a fence open
    bare: Mapping[str, tuple[tuple[int, Fence], ...]]
    tag_opens: Mapping[str, tuple[int, ...]]
    tag_closes: Mapping[str, tuple[int, ...]]


def read_heading(line: str, at: int) -> Heading | None:
    """Read a line that looks like a heading; None for any other line."""
    if not line.startswith("_**") or len(line) > _HEADING_MAX_CHARS:
        return None
    found = _HEADING.fullmatch(line)
    if found is None:
        return None
    return Heading(
        at=at,
        agent=found[1] != "User",
        sidechain=found[2] is not None,
        detail=found[3] or "",
    )


def find_headings(lines: Sequence[str]) -> tuple[Heading, ...]:
    """Find the headings of a file, in order."""
    found = (read_heading(line, at) for at, line in enumerate(lines))
    looks = tuple(heading for heading in found if heading is not None)
    tables = _tables(lines, looks)
    headings: list[Heading] = []
    now: Open = None
    for look, until in zip(looks, tables.places[1:], strict=True):
        if now is None or not _is_quoted(look, now, tables):
            headings.append(look)
            now = None
        now = _scan(tables, now, (look.at + 1, until), agent=headings[-1].agent)
    return tuple(headings)
