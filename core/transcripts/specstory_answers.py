"""An agent's section of a SpecStory file -> the stretches of words that the user saw.

Lines in, stretches out, in order. Thinking, tool calls and collapsed details end a stretch and
are no part of one; so do the sections of early files, which show a tool call between two rules
without any tag. A rule (`---`) inside a message stays; rules around it are the file's own.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.specstory_blocks import Open, Tag, read_signs, step
from sayso.core.transcripts.wording import trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RULE: Final = "---"

_TOOL_OPENINGS: Final = (
    "Tool use: **",
    "Read file: ",
    "Error calling tool",
    "Tool call timed out",
)
_TOOL_LINES: Final = frozenset({"Cancelled"})
_NOTICE_MAX_CHARS: Final = 400
_NOTICE: Final = re.compile(
    r"API Error\b|No response requested\.|Invalid API key|Request timed out|Connection error"
    r"|Rate limit(?:ed| exceeded| reached)|(?:Your )?[Cc]redit balance is too low"
    r"|(?:Claude (?:AI )?)?[Uu]sage limit reached|(?:5-hour|Weekly|Session|Opus) limit reached"
    r"|You(?:['’]ve| have) (?:hit|reached|exceeded) your [^\n]{0,60}(?:limit|quota)"
)


class _Kind(Enum):
    """What a line of an agent's section is."""

    TEXT = auto()
    RULE = auto()
    HIDDEN = auto()  # part of a tag: thinking, a tool call, collapsed details


def read_stretches(lines: Sequence[str]) -> tuple[str, ...]:
    """Give the stretches of words in a section of an agent; blank ones are left out."""
    stretches: list[list[str]] = [[]]
    for part in _parts(lines):
        if _shows_tool(part):
            stretches.append([])
            continue
        for kind, line in part:
            if kind is _Kind.HIDDEN:
                stretches.append([])
            else:
                stretches[-1].append(line)
    texts = (_trim_rules(stretch) for stretch in stretches)
    return tuple(text for text in texts if text)


def is_notice(text: str) -> bool:
    """Tell whether the service spoke in place of the agent: limits, faults, no credit."""
    return len(text) <= _NOTICE_MAX_CHARS and _NOTICE.match(text) is not None


def _parts(lines: Sequence[str]) -> Iterator[list[tuple[_Kind, str]]]:
    """Cut a section before each of its rules."""
    part: list[tuple[_Kind, str]] = []
    for kind, line in _sort_lines(lines):
        if kind is _Kind.RULE:
            yield part
            part = []
        part.append((kind, line))
    yield part


def _sort_lines(lines: Iterable[str]) -> Iterator[tuple[_Kind, str]]:
    """Say of each line what it is; words behind a closing tag are a line of their own."""
    now: Open = None
    for line in lines:
        signs = read_signs(line)
        before, now = now, step(now, signs, agent=True)
        tag = before.name if isinstance(before, Tag) else None
        if before is None and signs is not None and signs.fence is None:
            tag = signs.tag
        if tag is not None:
            yield _Kind.HIDDEN, line
            yield _Kind.TEXT, line.rpartition(f"</{tag}>")[2] if now is None else ""
        elif before is None and line.strip() == RULE:
            yield _Kind.RULE, line
        else:
            yield _Kind.TEXT, line


def _shows_tool(part: Iterable[tuple[_Kind, str]]) -> bool:
    """Tell whether a part shows a tool call as early files do, by its first words."""
    words = (line.strip() for kind, line in part if kind is _Kind.TEXT)
    first = next((line for line in words if line), "")
    return first in _TOOL_LINES or first.startswith(_TOOL_OPENINGS)


def _trim_rules(lines: Sequence[str]) -> str:
    """Join a stretch without the blank lines and rules at its ends."""
    own = [at for at, line in enumerate(lines) if line.strip() not in ("", RULE)]
    if not own:
        return ""
    return trim_blank_lines("".join(f"{line}\n" for line in lines[own[0] : own[-1] + 1]))
