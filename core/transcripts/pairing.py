"""Prompts and answers as a log gives them -> exchanges, one after another.

A turn is a prompt that a person typed and the last words of the assistant before the next such
prompt of the same session. An answer may come in parts: parts of one message that follow each
other belong together, and a part that repeats counts once. What bears a name that came before is
a duplicate, such as the copies that a resumed session begins with. A line that could not be read
may have been a prompt: the next prompt comes after a gap.

An exchange comes out when its turn is over, so that only what is open is held: one turn per
session, with its latest answer.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from sayso.core.transcripts.exchanges import Exchange, mark
from sayso.core.transcripts.records import PROBLEMS, SkippedLine, SkipReason
from sayso.core.transcripts.wording import check_text, trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NAMELESS: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Words a person typed. `names` are all names under which the log may repeat them."""

    line: int
    session_id: str
    folder: str | None
    source_id: str | None
    text: str
    at_us: int | None
    names: frozenset[str] = NAMELESS
    time_unreadable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Words of the assistant: one share of the message `message_id`, None for a whole one."""

    line: int
    session_id: str
    text: str
    message_id: str | None = None
    names: frozenset[str] = NAMELESS


Entry: TypeAlias = Prompt | Answer | SkippedLine


@dataclass(slots=True, kw_only=True)
class _Turn:
    """A prompt whose turn is not over, with the latest message of the assistant."""

    prompt: Prompt
    after_gap: bool
    gaps: int  # lines lost up to the prompt
    line: int
    message_id: str | None = None
    parts: dict[str, None] = field(default_factory=dict)


def pair_entries(entries: Iterable[Entry]) -> Iterator[Exchange | SkippedLine]:
    """Put each answer to the latest prompt of its session; also give what finds no place."""
    latest: dict[str, _Turn] = {}
    gaps = 0
    for entry in _once(entries):
        match entry:
            case SkippedLine():
                gaps += entry.reason in PROBLEMS
                yield entry
            case Prompt():
                before = latest.get(entry.session_id)
                latest[entry.session_id] = _begin(entry, before, gaps)
                yield from () if before is None else _close(before)
            case Answer() if entry.session_id in latest:
                _add(latest[entry.session_id], entry)
            case Answer():
                yield SkippedLine(line=entry.line, reason=SkipReason.NO_QUESTION)
            case _:
                assert_never(entry)
    for turn in latest.values():
        yield from _close(turn)


def _once(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Let everything pass but what bears a name that came before."""
    seen: set[int] = set()
    for entry in entries:
        if isinstance(entry, SkippedLine) or not entry.names:
            yield entry
            continue
        marks = {mark(name) for name in entry.names}
        if seen.isdisjoint(marks):
            yield entry
        else:
            yield SkippedLine(line=entry.line, reason=SkipReason.DUPLICATE)
        seen |= marks


def _begin(prompt: Prompt, before: _Turn | None, gaps: int) -> _Turn:
    """Begin a turn; lines lost since the one before it in its session are a gap."""
    after_gap = before is not None and before.gaps != gaps
    return _Turn(prompt=prompt, after_gap=after_gap, gaps=gaps, line=prompt.line)


def _add(turn: _Turn, answer: Answer) -> None:
    """Add a part to the latest message, or begin another one in its place."""
    if answer.message_id is None or answer.message_id != turn.message_id:
        turn.parts.clear()
    turn.message_id = answer.message_id
    turn.parts[answer.text] = None
    turn.line = answer.line


def _close(turn: _Turn) -> Iterator[Exchange | SkippedLine]:
    """End a turn, and say what it has to do without: its time, an answer no store could take."""
    prompt = turn.prompt
    answer = trim_blank_lines("\n\n".join(turn.parts))
    fault = check_text(answer)
    yield Exchange(
        line=prompt.line,
        session_id=prompt.session_id,
        folder=prompt.folder,
        source_id=prompt.source_id,
        user_text=prompt.text,
        assistant_text="" if fault else answer,
        at_us=prompt.at_us,
        after_gap=turn.after_gap,
    )
    if fault is not None:
        yield SkippedLine(line=turn.line, reason=fault)
    if prompt.time_unreadable:
        yield SkippedLine(line=prompt.line, reason=SkipReason.BAD_TIME)
