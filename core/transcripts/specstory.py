"""SpecStory Markdown (`.specstory/history/*.md`) -> exchanges.

A turn is a user's section and the last words of the agent's sections after it. The session is
the one that the comment in the header names, else the file's name: the file is written anew as
it grows. A user's section loses the rule that SpecStory puts under it, and nothing else but what
programs added to the prompt. A line that is not UTF-8 costs its section, not the file.

The file is walked twice: once for its headings, once for what stands under them. One section is
held at a time, and of a longer one than the limit nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core.limits import LOG_LINE_MAX_BYTES
from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.lines import UTF8_MARK, split_lines
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.records import PROBLEMS, SkippedLine, SkipReason
from sayso.core.transcripts.specstory_answers import RULE, is_notice, read_stretches
from sayso.core.transcripts.specstory_outline import Heading, find_headings
from sayso.core.transcripts.typed import NotTyped, read_typed
from sayso.core.transcripts.wording import check_text, file_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_SESSION: Final = re.compile(r"<!--\s[^<>\n]{1,80}?\sSession\s([\w.-]{4,200})\s")
_LINE_COST_BYTES: Final = 64  # what a line takes beside its letters


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line at a 0-based place; `fault` tells that it is not UTF-8, or longer than any section."""

    at: int
    text: str
    fault: SkipReason | None


@dataclass(slots=True, kw_only=True)
class _Section:
    """A heading (None above the first one) and the lines under it, which are coming in."""

    heading: Heading | None
    lines: list[str] = field(default_factory=list)
    size_bytes: int = 0
    fault: SkipReason | None = None

    def add(self, line: _Line) -> None:
        """Add a line; one that can't be read, or is too much, spoils the section."""
        if self.heading is None:
            self.lines += [line.text] if line.text.startswith("<!--") else []
            return
        self.size_bytes += len(line.text) + _LINE_COST_BYTES
        if self.size_bytes > LOG_LINE_MAX_BYTES:
            self.fault = self.fault or SkipReason.TOO_LONG
        self.fault = self.fault or line.fault
        if self.fault is None:
            self.lines.append(line.text)
        else:
            self.lines.clear()


@dataclass(slots=True, kw_only=True)
class _Turn:
    """A prompt and the agent's last words after it so far; `noticed`: a service spoke as well.

    `after_gap`: a section since the turn before it could not be read.
    """

    heading: Heading
    text: str
    after_gap: bool = False
    words: str = ""
    noticed: bool = False


def read_specstory_log(name: str, chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read a SpecStory file; exchanges are in the file's order. `chunks` are walked twice."""
    headings = find_headings(line.text for line in _decode(chunks))
    session_id = file_name(name)
    turn: _Turn | None = None
    gap = False
    for section in _sections(chunks, headings):
        if isinstance(section, SkippedLine):
            yield section
            continue
        if section.heading is None:
            session_id = _read_session(section.lines) or session_id
            continue
        read = _read_section(section, section.heading, turn)
        gap = gap or section.fault is not None
        if isinstance(read, SkippedLine):
            gap = gap or read.reason in PROBLEMS
            yield read
        elif read is not None:
            yield from _close(session_id, turn, read)
            read.after_gap, gap = gap and turn is not None, False
            turn = read
    yield from _close(session_id, turn, None)


def _decode(chunks: Iterable[bytes]) -> Iterator[_Line]:
    """Decode line by line; of a line that is too long there is nothing."""
    for at, raw in enumerate(split_lines(chunks)):
        if raw is None:
            yield _Line(at=at, text="", fault=SkipReason.TOO_LONG)
            continue
        own = raw.removeprefix(UTF8_MARK) if at == 0 else raw
        text = own.decode(errors="replace")
        is_broken = "\ufffd" in text and text.encode() != own
        yield _Line(at=at, text=text, fault=SkipReason.NOT_UTF8 if is_broken else None)


def _sections(
    chunks: Iterable[bytes], headings: Sequence[Heading]
) -> Iterator[_Section | SkippedLine]:
    """Cut the file at its headings; also give each line that is not UTF-8."""
    following = iter(headings)
    heading = next(following, None)
    section = _Section(heading=None)
    for line in _decode(chunks):
        if line.fault is SkipReason.NOT_UTF8:
            yield SkippedLine(line=line.at + 1, reason=line.fault)
        if heading is None or heading.at != line.at:
            section.add(line)
            continue
        yield section
        section = _Section(heading=heading, fault=line.fault)
        heading = next(following, None)
    yield section


def _read_section(
    section: _Section, heading: Heading, turn: _Turn | None
) -> _Turn | SkippedLine | None:
    """Read one section: a new turn, words added to the latest one (None), or why neither."""
    read: _Turn | SkipReason | None
    if section.fault is not None:
        read = None if section.fault is SkipReason.NOT_UTF8 else section.fault  # told by line
    elif heading.sidechain:
        read = SkipReason.SIDECHAIN
    elif not heading.agent:
        read = _read_prompt(section.lines, heading)
    elif turn is None:
        read = SkipReason.NO_QUESTION
    else:
        read = None
        for text in read_stretches(section.lines):
            is_word = not is_notice(text)
            turn.words = text if is_word else turn.words
            turn.noticed = turn.noticed or not is_word
    return SkippedLine(line=heading.at + 1, reason=read) if isinstance(read, SkipReason) else read


def _read_prompt(lines: Sequence[str], heading: Heading) -> _Turn | SkipReason:
    """Read a user's section."""
    own = _without_blank_end(lines)
    if own and own[-1].strip() == RULE:
        own = own[:-1]
    typed = read_typed(["".join(f"{line}\n" for line in own)])
    if isinstance(typed, NotTyped):
        return typed.reason
    return check_text(typed.text) or _Turn(heading=heading, text=typed.text)


def _without_blank_end(lines: Sequence[str]) -> Sequence[str]:
    """Take the blank lines off the end."""
    end = next((at for at in range(len(lines), 0, -1) if lines[at - 1].strip()), 0)
    return lines[:end]


def _close(
    session_id: str, turn: _Turn | None, following: _Turn | None
) -> Iterator[Exchange | SkippedLine]:
    """Close a turn with its last words, and say what it has to do without.

    A prompt without an answer that the next turn repeats word for word was a try: it is left out.
    """
    if turn is None:
        return
    line = turn.heading.at + 1
    fault = check_text(turn.words)
    answer = "" if fault else turn.words
    exchange = Exchange(
        line=line,
        session_id=session_id,
        folder=None,
        source_id=None,
        user_text=turn.text,
        assistant_text=answer,
        at_us=read_moment(turn.heading.detail),
        after_gap=turn.after_gap,
    )
    if turn.noticed:
        yield SkippedLine(line=line, reason=SkipReason.SERVICE_NOTICE)
    if fault is not None:
        yield SkippedLine(line=line, reason=fault)
    if turn.heading.detail and exchange.at_us is None:
        yield SkippedLine(line=line, reason=SkipReason.BAD_TIME)
    if following is not None and following.text == turn.text and not answer:
        yield SkippedLine(line=line, reason=SkipReason.DUPLICATE)
    else:
        yield exchange


def _read_session(header: Iterable[str]) -> str | None:
    """Read the session's id from the comment that SpecStory writes above the first turn."""
    found = (_SESSION.match(line) for line in header)
    return next((session[1] for session in found if session is not None), None)
