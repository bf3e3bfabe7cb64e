"""Claude Code session logs (JSON Lines, one event a line) -> exchanges.

A turn is a prompt that a person typed and the last words of the assistant before the next such
prompt. One message of the assistant lies on several lines with the same message id; its texts
belong together. Each copy of an event that a resumed session repeats has the uuid of the first
one and is a duplicate.

A session or folder that an event does not name is that of the event before it; until there was
one, the file's name names the session.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, assert_never

from sayso.core.transcripts.claude_events import (
    Answer,
    Event,
    Prompt,
    read_event,
    short_text,
)
from sayso.core.transcripts.exchanges import Exchange
from sayso.core.transcripts.lines import read_objects
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.wording import check_text, file_name, trim_blank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pair:
    """A prompt and the assistant's words after it, which are still coming in."""

    prompt: Prompt
    answers: list[Answer]


def read_claude_log(
    name: str, content: bytes
) -> tuple[tuple[Exchange, ...], tuple[SkippedLine, ...]]:
    """Read a session log; exchanges are in the file's order, skipped lines in any."""
    pairs, skipped = _pair(_read_entries(name, content))
    answers = [_final_text(pair.answers) for pair in pairs]
    exchanges = (_exchange(pair.prompt, text) for pair, text in zip(pairs, answers, strict=True))
    notes = (_note(pair, text) for pair, text in zip(pairs, answers, strict=True))
    return tuple(exchanges), (*skipped, *chain.from_iterable(notes))


def _read_entries(name: str, content: bytes) -> Iterator[Prompt | Answer | SkippedLine]:
    """Read every event, with what it takes over from the events before it."""
    file = file_name(name)
    session_id = file.removesuffix(".jsonl")
    sidechain = file.startswith("agent-")
    folders: dict[str, str] = {}
    for line in read_objects(content):
        if isinstance(line, SkippedLine):
            yield line
            continue
        if sidechain or line.fields.get("isSidechain"):
            yield SkippedLine(line=line.line, reason=SkipReason.SIDECHAIN)
            continue
        session_id = short_text(line.fields, "sessionId") or session_id
        folder = line.fields.get("cwd")
        if isinstance(folder, str) and folder:
            folders[session_id] = folder
        yield read_event(
            Event(
                line=line.line,
                session_id=session_id,
                folder=folders.get(session_id),
                fields=line.fields,
            )
        )


def _pair(
    entries: Iterable[Prompt | Answer | SkippedLine],
) -> tuple[list[_Pair], list[SkippedLine]]:
    """Put each answer to the latest prompt of its session; also give what finds no place."""
    pairs: list[_Pair] = []
    skipped: list[SkippedLine] = []
    latest: dict[str, _Pair] = {}
    seen: set[str] = set()
    for entry in entries:
        if isinstance(entry, SkippedLine):
            skipped.append(entry)
            continue
        if not seen.isdisjoint(entry.uuids):
            skipped.append(SkippedLine(line=entry.line, reason=SkipReason.DUPLICATE))
            continue
        seen |= entry.uuids
        match entry:
            case Prompt():
                latest[entry.session_id] = _Pair(prompt=entry, answers=[])
                pairs.append(latest[entry.session_id])
            case Answer() if entry.session_id in latest:
                latest[entry.session_id].answers.append(entry)
            case Answer():
                skipped.append(SkippedLine(line=entry.line, reason=SkipReason.NO_QUESTION))
            case _:
                assert_never(entry)
    return pairs, skipped


def _exchange(prompt: Prompt, answer: str) -> Exchange:
    """Close a turn; an answer that no store could take is left out."""
    return Exchange(
        session_id=prompt.session_id,
        folder=prompt.folder,
        source_id=prompt.source_id,
        user_text=prompt.text,
        assistant_text="" if check_text(answer) else answer,
        at_us=prompt.at_us,
    )


def _note(pair: _Pair, answer: str) -> Iterator[SkippedLine]:
    """Say what a kept turn had to do without."""
    fault = check_text(answer)
    if fault is not None:
        yield SkippedLine(line=pair.answers[-1].line, reason=fault)
    if pair.prompt.time_unreadable:
        yield SkippedLine(line=pair.prompt.line, reason=SkipReason.BAD_TIME)


def _final_text(answers: Sequence[Answer]) -> str:
    """Join the texts of the last message; a text that a message repeats counts once."""
    if not answers:
        return ""
    last = answers[-1].message_id
    texts = dict.fromkeys(answer.text for answer in answers if answer.message_id == last)
    return trim_blank_lines("\n\n".join(texts))
