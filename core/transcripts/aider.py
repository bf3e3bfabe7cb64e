"""aider's chat history (`.aider.chat.history.md`) -> exchanges.

A run of aider is a session. Lines that begin with `#### ` are what the user typed, lines that
follow each other are one message; `> ` is output of the program, the answers to its yes-or-no
questions included; the rest is the assistant. Of a slash command only what it asks the assistant
counts as words.

An assistant's own heading of the fourth level looks like a user's line. aider ends each line of
its own with two spaces, which tells them apart. A file that has lost these is read by order: a
user's line stands behind output of the program, not behind words of the assistant, unless the
file has no output of the program at all. What stays doubtful is the assistant's, and counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.aider_blocks import Block, Marks, Speaker, read_blocks, read_marks
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.pairing import Answer, Prompt, pair_entries
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_typed
from sayso.core.transcripts.wording import check_text, trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.pairing import Entry

_COMMAND: Final = re.compile(r"/([a-z][a-z-]*)(?:\s+|$)")
_ASKING: Final = frozenset({"ask", "code", "architect", "context"})
_NOTHING: Final = "<blank>"  # how aider writes that the user typed nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """A run of aider: its session and when it began, '' and None before the first is named."""

    session_id: str
    at_us: int | None


def read_aider_log(chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read a chat history in its order; `chunks` are walked twice, first for the marks it bears."""
    return pair_entries(_read_entries(chunks, read_marks(chunks)))


def _read_entries(chunks: Iterable[bytes], marks: Marks) -> Iterator[Entry]:
    run = _Run(session_id="", at_us=None)
    for block in read_blocks(chunks, marks):
        if isinstance(block, SkippedLine):
            yield block
        elif block.speaker is Speaker.RUN:
            run = _Run(session_id=block.text, at_us=read_moment(block.text))
        else:
            read = block.fault or _read_block(block, run)
            if isinstance(read, SkipReason):
                read = SkippedLine(line=block.line, reason=read)
            if read is not None:
                yield read


def _read_block(block: Block, run: _Run) -> Entry | SkipReason | None:
    """Read what one side said; None for an empty stretch of the assistant."""
    if block.speaker is Speaker.PROGRAM:
        return SkipReason.TOOL_RESULT
    if block.speaker is Speaker.USER:
        return _read_prompt(block, run)
    text = trim_blank_lines(block.text)
    if not text:
        return None
    fault = check_text(text)
    return fault or Answer(line=block.line, session_id=run.session_id, text=text)


def _read_prompt(block: Block, run: _Run) -> Prompt | SkipReason:
    """Read what the user typed."""
    said = block.text
    command = _COMMAND.match(said)
    if command is not None:
        said = said[command.end() :] if command[1] in _ASKING else ""
    if said.startswith("!") or (command is not None and not said.strip()):
        return SkipReason.COMMAND
    typed = read_typed(["" if said.strip() == _NOTHING else said])
    if isinstance(typed, NotTyped):
        return typed.reason
    fault = check_text(typed.text)
    return fault or Prompt(
        line=block.line,
        session_id=run.session_id,
        folder=None,
        source_id=None,
        text=typed.text,
        at_us=run.at_us,
        time_unreadable=bool(run.session_id) and run.at_us is None,
    )
