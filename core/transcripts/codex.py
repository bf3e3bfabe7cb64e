"""Codex rollout logs (JSON Lines, {timestamp, type, payload}; early ones bare) -> exchanges.

The same prompt stands in such a file twice: as the event that the user's message was, and as the
item that the model got, where instructions and surroundings stand beside it. One source is chosen
per file: the events where there is one, else the items. What is injected into either goes.

A prompt's id is that of its turn where the log has one, which is the same in every copy that a
fork begins with. A file of a sub-agent is no conversation. Early files name their folder in the
surroundings that they inject, and their time in the first line alone.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.codex_items import (
    Payload,
    answer_text,
    event_texts,
    item_texts,
    payload_of,
    prompt_folder,
    row_kind,
)
from sayso.core.transcripts.lines import read_objects
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.pairing import Answer, Prompt, pair_entries
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_typed
from sayso.core.transcripts.wording import check_text, file_name, short_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.lines import ObjectLine
    from sayso.core.transcripts.pairing import Entry

_PROMPTS: Final = (("event_msg", "user_message"), ("message", "user"))
# Ids that are the same nowhere else; early ones count from 1 in each session.
_UUID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


@dataclass(slots=True, kw_only=True)
class _Session:
    """What holds for the lines to come. `by_events`: prompts are events, else items."""

    session_id: str
    by_events: bool
    named: bool = False
    sub_agent: bool = False
    folder: str | None = None
    began_at: object = None
    turn_id: str | None = None
    prompts: Counter[str] = field(default_factory=Counter)


def read_codex_log(name: str, chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read a rollout in its order; `chunks` are walked twice, to choose the source of prompts."""
    return pair_entries(_read_entries(name, chunks))


def _read_entries(name: str, chunks: Iterable[bytes]) -> Iterator[Entry]:
    session = _Session(
        session_id=file_name(name).removesuffix(".jsonl"), by_events=_has_events(chunks)
    )
    for line in read_objects(chunks):
        yield line if isinstance(line, SkippedLine) else _read_line(line, session)


def _has_events(chunks: Iterable[bytes]) -> bool:
    """Tell whether a file says of any prompt that it was the user's message."""
    return any(
        row_kind(line.fields) == ("event_msg", "user_message")
        for line in read_objects(chunks)
        if not isinstance(line, SkippedLine)
    )


def _read_line(line: ObjectLine, session: _Session) -> Entry:
    """Read one line, noting what it says of those to come."""
    kind = row_kind(line.fields)
    payload = payload_of(line.fields)
    read: Prompt | Answer | SkipReason
    if kind[0] == "session_meta":
        _note_session(payload, line.fields, session)
        read = SkipReason.NOT_CONVERSATION
    elif session.sub_agent:
        read = SkipReason.SIDECHAIN
    elif kind in _PROMPTS:
        read = _read_prompt(line, kind, payload, session)
    elif (answer := answer_text(kind, payload)) is not None:
        read = _read_answer(line, answer, session)
    else:
        read = _note_turn(kind, payload, session)
    return SkippedLine(line=line.line, reason=read) if isinstance(read, SkipReason) else read


def _note_session(payload: Payload, fields: Mapping[str, object], session: _Session) -> None:
    """Note what the first line says of the session; a fork repeats its parent's after its own."""
    if session.named:
        return
    session.named = True
    session.session_id = short_text(payload, "id") or session.session_id
    session.began_at = payload.get("timestamp") or fields.get("timestamp")
    session.folder = _folder_of(payload) or session.folder
    source = payload.get("source")
    is_spawned = isinstance(source, dict) and "subagent" in source
    session.sub_agent = is_spawned or "subagent" in (source, payload.get("thread_source"))


def _note_turn(kind: tuple[str, str], payload: Payload, session: _Session) -> SkipReason:
    """Note which turn begins, and in which folder; say what the line is."""
    if kind[0] == "turn_context" or kind == ("event_msg", "task_started"):
        session.turn_id = short_text(payload, "turn_id") or session.turn_id
        session.folder = _folder_of(payload) or session.folder
    if not kind[0]:
        return SkipReason.UNKNOWN_TYPE
    return SkipReason.TOOL_USE if kind == ("message", "assistant") else SkipReason.NOT_CONVERSATION


def _folder_of(payload: Payload) -> str | None:
    folder = payload.get("cwd")
    return folder if isinstance(folder, str) and folder else None


def _read_prompt(
    line: ObjectLine, kind: tuple[str, str], payload: Payload, session: _Session
) -> Prompt | SkipReason:
    """Read a prompt from the source that was chosen for the file."""
    is_event = kind[0] == "event_msg"
    texts = event_texts(payload) if is_event else item_texts(payload)
    if isinstance(texts, SkipReason):
        return texts
    session.folder = prompt_folder(texts) or session.folder
    typed = read_typed(texts)
    if isinstance(typed, NotTyped):
        return typed.reason
    if is_event is not session.by_events:
        return SkipReason.DUPLICATE
    fault = check_text(typed.text) or check_text(session.folder or "")
    return fault or _prompt(line, typed.text, session)


def _prompt(line: ObjectLine, text: str, session: _Session) -> Prompt:
    """Put a prompt together; a second one within a turn has an id of its own."""
    source_id = None
    if session.turn_id is not None and _UUID.fullmatch(session.turn_id):
        session.prompts[session.turn_id] += 1
        source_id = f"{session.turn_id}#{session.prompts[session.turn_id]}"
    time = line.fields.get("timestamp")
    at_us = read_moment(session.began_at if time is None else time)
    return Prompt(
        line=line.line,
        session_id=session.session_id,
        folder=session.folder,
        source_id=source_id,
        text=text,
        at_us=at_us,
        time_unreadable=time is not None and at_us is None,
    )


def _read_answer(line: ObjectLine, text: str, session: _Session) -> Answer | SkipReason:
    """Read words of the assistant; the last ones of a turn are those that count."""
    fault = check_text(text)
    return fault or Answer(line=line.line, session_id=session.session_id, text=text)
