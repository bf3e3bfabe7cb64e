"""Lines of an aider history -> blocks, each of one speaker.

A message of the user and output of the program begin after a blank line, and go on to the next
one; output may also follow a message at once. Neither begins inside a code fence of the assistant,
which ends at the latest with a line of the program that is marked as such.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from sayso.core.limits import LOG_LINE_MAX_BYTES
from sayso.core.transcripts.lines import UTF8_MARK, split_lines
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.specstory_blocks import Open, read_signs, step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RUN: Final = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*")
_USER: Final = "####"
_PROGRAM: Final = ">"
_LINE_END: Final = "  "
_LINE_COST_BYTES: Final = 64  # what a line takes beside its letters


class Speaker(Enum):
    """Whose words a block holds."""

    RUN = auto()  # the beginning of a run; the text is its time
    USER = auto()
    PROGRAM = auto()
    ASSISTANT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What tells lines apart in a file: two spaces at their end, else the program's lines."""

    has_ends: bool
    has_program: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Words of one speaker that begin at a 1-based line; a fault says why they are not known."""

    speaker: Speaker
    line: int
    text: str
    fault: SkipReason | None


@dataclass(slots=True, kw_only=True)
class _Coming:
    """A block that is coming in, and what is known at its end."""

    speaker: Speaker
    line: int
    lines: list[str] = field(default_factory=list)
    size_bytes: int = 0
    fault: SkipReason | None = None
    fence: Open = None
    blank: bool = True  # whether the line before was
    has_words: bool = False

    def add(self, line: str) -> None:
        """Add a line of the file to the block."""
        self.size_bytes += len(line) + _LINE_COST_BYTES
        if self.size_bytes > LOG_LINE_MAX_BYTES:
            self.spoil(SkipReason.TOO_LONG)
        if self.fault is None:
            self.lines.append(line)
        self.blank = not line.strip()
        self.has_words = self.has_words or not self.blank
        if self.speaker is Speaker.ASSISTANT:
            self.fence = step(self.fence, read_signs(line), agent=False)

    def spoil(self, fault: SkipReason) -> None:
        """Give the block up: what is in it is not known whole."""
        self.fault = self.fault or fault
        self.lines.clear()
        self.blank = False

    def whole(self) -> Block:
        """Give the block as it is at its end; where a line was told to be broken, it is empty."""
        is_told = self.fault is SkipReason.NOT_UTF8
        return Block(
            speaker=Speaker.ASSISTANT if is_told else self.speaker,
            line=self.line,
            text="\n".join(self.lines),
            fault=None if is_told else self.fault,
        )


def begins_like_aider(body: bytes) -> bool:
    """Tell whether the first line that is not blank begins a run."""
    start = body.removeprefix(UTF8_MARK).lstrip()
    return start.startswith(b"# aider chat started at ")


def read_marks(chunks: Iterable[bytes]) -> Marks:
    """Look through a file for what its lines bear."""
    has_ends = has_program = False
    for _, line in _decode(chunks):
        if line is not None:
            has_ends = has_ends or (line.startswith(_USER) and line.endswith(_LINE_END))
            has_program = has_program or line.startswith(f"{_PROGRAM} ")
    return Marks(has_ends=has_ends, has_program=has_program)


def read_blocks(chunks: Iterable[bytes], marks: Marks) -> Iterator[Block | SkippedLine]:
    """Cut a file into blocks, in order; also give lines that cannot be read or are doubtful."""
    coming = _Coming(speaker=Speaker.ASSISTANT, line=1)
    for number, line in _decode(chunks):
        if line is None:
            yield SkippedLine(line=number, reason=SkipReason.NOT_UTF8)
            coming.spoil(SkipReason.NOT_UTF8)
            continue
        run = _RUN.fullmatch(line) if coming.blank else None
        if run is not None:
            yield coming.whole()
            yield Block(speaker=Speaker.RUN, line=number, text=run[1], fault=None)
            coming = _Coming(speaker=Speaker.ASSISTANT, line=number)
            continue
        speaker = _speaker(line, coming, marks)
        if speaker is Speaker.ASSISTANT and _begins_message(line, coming) and not marks.has_ends:
            yield SkippedLine(line=number, reason=SkipReason.DOUBTFUL)
        if speaker is not coming.speaker:
            yield coming.whole()
            coming = _Coming(speaker=speaker, line=number)
        coming.add(_own(line) if speaker is Speaker.USER else line)
    yield coming.whole()


def _decode(chunks: Iterable[bytes]) -> Iterator[tuple[int, str | None]]:
    """Decode line by line, from 1 on; None for a line that is not UTF-8 or too long."""
    for number, raw in enumerate(split_lines(chunks), start=1):
        try:
            line = None if raw is None else raw.removeprefix(UTF8_MARK).decode()
        except UnicodeDecodeError:
            line = None
        yield number, None if line is None else line.removesuffix("\r")


def _speaker(line: str, before: _Coming, marks: Marks) -> Speaker:
    """Tell whose line it is, from itself and what came before it."""
    is_blank = not line.strip()
    is_marked = line.endswith(_LINE_END) or not marks.has_ends
    if not is_blank and before.speaker is Speaker.PROGRAM:
        return Speaker.PROGRAM
    if before.speaker is Speaker.USER and line.startswith(_USER):
        return Speaker.USER
    if is_marked and _begins_output(line, before, marks):
        return Speaker.PROGRAM
    is_in_order = marks.has_ends or not marks.has_program or not before.has_words
    if is_marked and is_in_order and _begins_message(line, before):
        return Speaker.USER
    return Speaker.ASSISTANT


def _begins_output(line: str, before: _Coming, marks: Marks) -> bool:
    """Tell whether a line may be the program's first; marked ones end an open fence."""
    is_open = before.fence is not None and not marks.has_ends
    follows = before.blank or before.speaker is Speaker.USER
    return follows and not is_open and line.startswith(_PROGRAM)


def _begins_message(line: str, before: _Coming) -> bool:
    """Tell whether a line looks like the user's first one."""
    is_heading = line.startswith(f"{_USER} ")
    return is_heading and before.blank and before.fence is None


def _own(line: str) -> str:
    """Take aider's marks off a line of the user."""
    return line.removeprefix(_USER).removeprefix(" ").removesuffix(_LINE_END)
