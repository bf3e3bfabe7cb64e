"""SpecStory Markdown (`.specstory/history/*.md`) -> exchanges.

A turn is a user's section and the last words of the agent's sections after it. The session is
the one that the comment in the header names, else the file's name: the file is written anew as
it grows. A user's section loses the rule that SpecStory puts under it, and nothing else but what
programs added to the prompt. A line that is not UTF-8 costs its section, not the file.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.lines import UTF8_MARK
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.specstory_answers import RULE, is_notice, read_stretches
from sayso.core.transcripts.specstory_outline import Heading, find_headings
from sayso.core.transcripts.typed import NotTyped, read_typed
from sayso.core.transcripts.wording import check_text, file_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SESSION: Final = re.compile(r"<!--\s[^<>\n]{1,80}?\sSession\s([\w.-]{4,200})\s")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Section:
    """A heading and the lines under it; `readable` is False when one of them is not UTF-8."""

    heading: Heading
    lines: Sequence[str]
    readable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """A prompt and the agent's stretches of words after it, which are still coming in."""

    heading: Heading
    text: str
    stretches: list[str]


def read_specstory_log(
    name: str, content: bytes
) -> tuple[tuple[Exchange, ...], tuple[SkippedLine, ...]]:
    """Read a SpecStory file; exchanges are in the file's order, skipped lines in any."""
    lines, unreadable = _decode(content)
    headings = find_headings(lines)
    broken = tuple(SkippedLine(line=at + 1, reason=SkipReason.NOT_UTF8) for at in unreadable)
    turns, skipped = _read_turns(_sections(lines, headings, unreadable))
    header = lines[: headings[0].at] if headings else ()
    session_id = _read_session(header) or file_name(name)
    exchanges = [_exchange(session_id, turn) for turn in turns]
    notes = (_note(turn, exchange) for turn, exchange in zip(turns, exchanges, strict=True))
    retried = _find_retries(exchanges)
    doubles = (
        SkippedLine(line=turns[at].heading.at + 1, reason=SkipReason.DUPLICATE) for at in retried
    )
    kept = tuple(exchange for at, exchange in enumerate(exchanges) if at not in retried)
    return kept, (*broken, *skipped, *chain.from_iterable(notes), *doubles)


def _decode(content: bytes) -> tuple[list[str], list[int]]:
    """Decode line by line; give the lines and the places of those that are not UTF-8."""
    lines: list[str] = []
    unreadable: list[int] = []
    for at, raw in enumerate(content.removeprefix(UTF8_MARK).split(b"\n")):
        line = raw.decode(errors="replace")
        if "\ufffd" in line and line.encode() != raw:
            unreadable.append(at)
        lines.append(line)
    return lines, unreadable


def _sections(
    lines: Sequence[str], headings: Sequence[Heading], unreadable: Sequence[int]
) -> Iterator[_Section]:
    """Cut the file at its headings."""
    ends = (*(heading.at for heading in headings[1:]), len(lines))
    for heading, end in zip(headings, ends, strict=False):
        broken = bisect_left(unreadable, end) - bisect_left(unreadable, heading.at)
        yield _Section(heading=heading, lines=lines[heading.at + 1 : end], readable=broken == 0)


def _read_turns(sections: Iterator[_Section]) -> tuple[list[_Turn], list[SkippedLine]]:
    """Read the sections in order: the turns, and those that give none."""
    turns: list[_Turn] = []
    skipped: list[SkippedLine] = []
    for section in sections:
        if not section.readable:
            continue
        read = _read_section(section, turns)
        if isinstance(read, SkipReason):
            skipped.append(SkippedLine(line=section.heading.at + 1, reason=read))
        elif read is not None:
            turns.append(read)
    return turns, skipped


def _read_section(section: _Section, turns: Sequence[_Turn]) -> _Turn | SkipReason | None:
    """Read one section: a new turn, words added to the latest one (None), or why neither."""
    if section.heading.sidechain:
        return SkipReason.SIDECHAIN
    if not section.heading.agent:
        return _read_prompt(section)
    if not turns:
        return SkipReason.NO_QUESTION
    turns[-1].stretches.extend(read_stretches(section.lines))
    return None


def _read_prompt(section: _Section) -> _Turn | SkipReason:
    """Read a user's section."""
    lines = _without_blank_end(section.lines)
    if lines and lines[-1].strip() == RULE:
        lines = lines[:-1]
    typed = read_typed(["".join(f"{line}\n" for line in lines)])
    if isinstance(typed, NotTyped):
        return typed.reason
    fault = check_text(typed.text)
    if fault is not None:
        return fault
    return _Turn(heading=section.heading, text=typed.text, stretches=[])


def _without_blank_end(lines: Sequence[str]) -> Sequence[str]:
    """Take the blank lines off the end."""
    end = next((at for at in range(len(lines), 0, -1) if lines[at - 1].strip()), 0)
    return lines[:end]


def _exchange(session_id: str, turn: _Turn) -> Exchange:
    """Close a turn with its last words, leaving out notices and what no store could take."""
    words = [text for text in turn.stretches if not is_notice(text)]
    answer = words[-1] if words else ""
    return Exchange(
        session_id=session_id,
        folder=None,
        source_id=None,
        user_text=turn.text,
        assistant_text="" if check_text(answer) else answer,
        at_us=read_moment(turn.heading.detail),
    )


def _note(turn: _Turn, exchange: Exchange) -> Iterator[SkippedLine]:
    """Say what a kept turn had to do without."""
    line = turn.heading.at + 1
    notices = [text for text in turn.stretches if is_notice(text)]
    if notices:
        yield SkippedLine(line=line, reason=SkipReason.SERVICE_NOTICE)
    if len(notices) < len(turn.stretches) and not exchange.assistant_text:
        yield SkippedLine(line=line, reason=SkipReason.TOO_LONG)
    if turn.heading.detail and exchange.at_us is None:
        yield SkippedLine(line=line, reason=SkipReason.BAD_TIME)


def _find_retries(exchanges: Sequence[Exchange]) -> frozenset[int]:
    """Find prompts without an answer that the next turn repeats word for word."""
    return frozenset(
        at
        for at, (exchange, following) in enumerate(pairwise(exchanges))
        if exchange.user_text == following.user_text and not exchange.assistant_text
    )


def _read_session(header: Sequence[str]) -> str | None:
    """Read the session's id from the comment that SpecStory writes above the first turn."""
    found = (_SESSION.match(line) for line in header)
    return next((session[1] for session in found if session is not None), None)
