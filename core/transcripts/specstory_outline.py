"""Lines of a SpecStory file -> which of them are the headings of turns.

A heading looks like `_**User (time)**_`. The same line may stand inside a message, quoted in a
code fence, or inside the tool output and thinking of an agent. Where nothing is open, the line
is a heading. Where something is open, it is quoted, or else what is open was never closed by its
writer, for messages lie one after another and one open fence would hide the rest of the file.

Of all ways to read a file, the one with the fewest faults is taken: `_ODD` for everything left
open at a heading or at the end, and for every line that would open what is open already; 1 for
each line taken as quoted that has the form of the file's own headings. Equal means heading.
Inside something open, a line without blank lines around it is no heading. At most
`_READINGS_MAX` ways are followed side by side, so the time is linear in the file.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core.transcripts.specstory_blocks import Open, Signs, is_odd, read_signs, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HEADING: Final = re.compile(
    r"_\*\*(User|Assistant|Agent|)( - sidechain)?(?: \(([^\n]*)\))?\*\*_\s*"
)
_HEADING_MAX_CHARS: Final = 300
_ODD: Final = 4
_READINGS_MAX: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading at a 0-based line.

    `speaker` is as written, `detail` what stands in its parentheses; both may be ''.
    """

    at: int
    speaker: str
    sidechain: bool
    detail: str

    @property
    def agent(self) -> bool:
        """Whether the section below is the agent's; the earliest files leave its name out."""
        return self.speaker != "User"


# Headings, the latest one first: readings that part later share what they had in common.
_Chain: TypeAlias = "tuple[Heading, _Chain] | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """A line that looks like a heading, and what the lines up to the next such line say."""

    heading: Heading
    alone: bool  # blank lines, or an end of the file, around it
    usual: bool  # of the form that its speaker's headings mostly have in this file
    signs: tuple[Signs, ...]


@dataclass(slots=True, kw_only=True)
class _RawLook:
    """A look that is coming in: what follows it is not known yet."""

    heading: Heading
    blank_before: bool
    blank_after: bool = True
    signs: list[Signs] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """One way to read the file so far: its faults, what is open, and whose section it is."""

    faults: int
    now: Open
    agent: bool
    headings: _Chain


def find_headings(lines: Iterable[str]) -> tuple[Heading, ...]:
    """Find the headings of a file, in order."""
    readings = [_Reading(faults=0, now=None, agent=False, headings=None)]
    for look in _find_looks(lines):
        options = [option for reading in readings for option in _options(reading, look)]
        readings = [_read_on(option, look.signs) for option in _best(options)]
    ended = (_leave(reading) for reading in readings)
    return _unchain(min(ended, key=lambda reading: reading.faults).headings)


def looks_like_heading(line: str) -> bool:
    """Tell whether a line names a speaker as SpecStory does."""
    heading = _read_heading(0, line)
    return heading is not None and heading.speaker != ""


def _read_heading(at: int, line: str) -> Heading | None:
    """Read a line that looks like a heading; None for any other line."""
    if not line.startswith("_**") or len(line) > _HEADING_MAX_CHARS:
        return None
    found = _HEADING.fullmatch(line)
    if found is None:
        return None
    return Heading(at=at, speaker=found[1], sidechain=found[2] is not None, detail=found[3] or "")


def _find_looks(lines: Iterable[str]) -> Iterator[_Look]:
    """Find the lines that look like headings, in order; of the other lines only signs are kept."""
    looks: list[_RawLook] = []
    known: dict[Signs, Signs] = {}  # few are different, and a long file has many
    blank_before = True
    for at, line in enumerate(lines):
        blank = not line.strip()
        if looks and looks[-1].heading.at == at - 1:
            looks[-1].blank_after = blank
        heading = _read_heading(at, line)
        if heading is not None:
            looks.append(_RawLook(heading=heading, blank_before=blank_before))
        elif looks and (sign := read_signs(line)) is not None:
            looks[-1].signs.append(known.setdefault(sign, sign))
        blank_before = blank
    usual = _usual_forms(look.heading for look in looks)
    for look in looks:
        yield _Look(
            heading=look.heading,
            alone=look.blank_before and look.blank_after,
            usual=_form(look.heading) in usual,
            signs=tuple(look.signs),
        )


def _usual_forms(headings: Iterable[Heading]) -> frozenset[tuple[str, bool]]:
    """Give the form that most headings of the user have, and that of the agent."""
    forms = Counter(_form(heading) for heading in headings)
    ranked = [form for form, _ in forms.most_common()]
    users = [form for form in ranked if form[0] == "User"]
    agents = [form for form in ranked if form[0] != "User"]
    return frozenset((*users[:1], *agents[:1]))


def _form(heading: Heading) -> tuple[str, bool]:
    """Give the form of a heading: whom it names, and whether it says more."""
    return heading.speaker, heading.detail != ""


def _options(reading: _Reading, look: _Look) -> Iterator[_Reading]:
    """Give the ways to go on at a line that looks like a heading, the heading first."""
    heading = look.heading
    if reading.now is None or look.alone:
        left = _leave(reading)
        yield replace(left, agent=heading.agent, headings=(heading, left.headings))
    if reading.now is not None:
        yield replace(reading, faults=reading.faults + look.usual)


def _leave(reading: _Reading) -> _Reading:
    """End a section: what is still open counts as a fault."""
    if reading.now is None:
        return reading
    return replace(reading, faults=reading.faults + _ODD, now=None)


def _best(options: Iterable[_Reading]) -> list[_Reading]:
    """Keep the best way to each state, and of those the best few; earlier ones win when equal."""
    best: dict[tuple[Open, bool], _Reading] = {}
    for option in options:
        state = (option.now, option.agent)
        if state not in best or option.faults < best[state].faults:
            best[state] = option
    return sorted(best.values(), key=lambda reading: reading.faults)[:_READINGS_MAX]


def _read_on(reading: _Reading, signs: Iterable[Signs]) -> _Reading:
    """Read the lines up to the next line that looks like a heading."""
    now, faults = reading.now, reading.faults
    for sign in signs:
        faults += _ODD * is_odd(now, sign)
        now = step(now, sign, agent=reading.agent)
    return replace(reading, now=now, faults=faults)


def _unchain(chain: _Chain) -> tuple[Heading, ...]:
    """Give the headings of a chain in the file's order."""
    headings: list[Heading] = []
    while chain is not None:
        headings.append(chain[0])
        chain = chain[1]
    return tuple(reversed(headings))
