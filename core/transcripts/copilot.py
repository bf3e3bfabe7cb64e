"""Copilot agent logs (JSON Lines, {type, data, id, parentId, timestamp}) -> exchanges.

A turn is a message of the user and the last words of the assistant before the next one. The
button that tries again writes a message of its own, which nobody typed: what is answered to it
answers the prompt before. Messages that a program put into the user's mouth name their source,
and what a sub-agent says names the tool call that it works for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.lines import read_objects
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.pairing import NAMELESS, Answer, Prompt, pair_entries
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_typed
from sayso.core.transcripts.wording import check_text, file_name, short_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.lines import ObjectLine
    from sayso.core.transcripts.pairing import Entry

_TYPE: Final = re.compile(r"(?:session|user|assistant|tool|system)\.[a-z_]+")
_RETRY: Final = "try again"  # the label of the button
_OWN_SOURCES: Final = (None, "", "user")
_GENERAL_NAME: Final = "events.jsonl"  # of which there is one in the folder of each session


@dataclass(slots=True, kw_only=True)
class _Session:
    """What holds for the lines to come."""

    session_id: str
    folder: str | None = None


def read_copilot_log(name: str, chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read a session in its order."""
    return pair_entries(_read_entries(name, chunks))


def is_copilot(fields: Mapping[str, object]) -> bool:
    """Tell whether only Copilot writes such a line."""
    kind = fields.get("type")
    return (
        isinstance(kind, str)
        and _TYPE.fullmatch(kind) is not None
        and isinstance(fields.get("data"), dict)
    )


def _read_entries(name: str, chunks: Iterable[bytes]) -> Iterator[Entry]:
    file = file_name(name)
    session = _Session(session_id="" if file == _GENERAL_NAME else file.removesuffix(".jsonl"))
    for line in read_objects(chunks):
        if isinstance(line, SkippedLine):
            yield line
            continue
        read = _read_line(line, session)
        yield SkippedLine(line=line.line, reason=read) if isinstance(read, SkipReason) else read


def _read_line(line: ObjectLine, session: _Session) -> Prompt | Answer | SkipReason:
    """Read one event, noting what it says of those to come."""
    kind = line.fields.get("type")
    data = line.fields.get("data")
    if not isinstance(kind, str):
        return SkipReason.UNKNOWN_TYPE
    if not isinstance(data, dict):
        return SkipReason.BAD_MESSAGE
    match kind:
        case "user.message":
            return _read_prompt(line, data, session)
        case "assistant.message":
            return _read_answer(line, data, session)
        case _:
            _note_session(kind, data, session)
            return SkipReason.NOT_CONVERSATION


def _note_session(kind: str, data: Mapping[str, object], session: _Session) -> None:
    """Note which session begins, or in which folder it goes on."""
    if kind == "session.start":
        session.session_id = short_text(data, "sessionId") or session.session_id
    if kind.startswith("session."):
        context = data.get("context")
        folder = (context if isinstance(context, dict) else data).get("cwd")
        session.folder = folder if isinstance(folder, str) and folder else session.folder


def _read_prompt(
    line: ObjectLine, data: Mapping[str, object], session: _Session
) -> Prompt | SkipReason:
    """Read a message of the user."""
    content = data.get("content")
    if data.get("source") not in _OWN_SOURCES or data.get("parentToolCallId") is not None:
        return SkipReason.NOT_HUMAN
    if not isinstance(content, str):
        return SkipReason.BAD_MESSAGE
    if content.strip().casefold() == _RETRY:
        return SkipReason.RETRY
    typed = read_typed([content])
    if isinstance(typed, NotTyped):
        return typed.reason
    fault = check_text(typed.text) or check_text(session.folder or "")
    return fault or _prompt(line, typed.text, session)


def _prompt(line: ObjectLine, text: str, session: _Session) -> Prompt:
    """Put a prompt together from its event."""
    time = line.fields.get("timestamp")
    at_us = read_moment(time)
    name = short_text(line.fields, "id")
    return Prompt(
        line=line.line,
        session_id=session.session_id,
        folder=session.folder,
        source_id=name,
        text=text,
        at_us=at_us,
        names=NAMELESS if name is None else frozenset({name}),
        time_unreadable=time is not None and at_us is None,
    )


def _read_answer(
    line: ObjectLine, data: Mapping[str, object], session: _Session
) -> Answer | SkipReason:
    """Read words of the assistant; a message that only calls tools has none."""
    content = data.get("content")
    if data.get("parentToolCallId") is not None:
        return SkipReason.SIDECHAIN
    if not isinstance(content, str):
        return SkipReason.BAD_MESSAGE
    if not content.strip():
        return SkipReason.TOOL_USE
    fault = check_text(content)
    return fault or Answer(line=line.line, session_id=session.session_id, text=content)
