"""One event of a Claude Code log -> a prompt, words of the assistant, or why it is neither.

A prompt is a user event, or an attached queued command, whose words a person typed: no tool
result, no side chain, no meta event, no compaction summary, no origin other than a human. The
order of the checks decides the reason only, never whether the event counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.origins import refusal
from sayso.core.transcripts.pairing import NAMELESS, Answer, Prompt
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_typed
from sayso.core.transcripts.wording import check_text, short_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SYNTHETIC_MODEL: Final = "<synthetic>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event with the session and folder that hold for it; None: no folder named so far."""

    line: int
    session_id: str
    folder: str | None
    fields: Mapping[str, object]


def read_event(event: Event) -> Prompt | Answer | SkippedLine:
    """Read one event of the main conversation."""
    read: Prompt | Answer | SkipReason
    match event.fields.get("type"):
        case "user":
            read = _read_prompt(event, event.fields, _content(event.fields))
        case "attachment":
            read = _read_attachment(event)
        case "assistant":
            read = _read_answer(event)
        case str():
            read = SkipReason.NOT_CONVERSATION
        case _:
            read = SkipReason.UNKNOWN_TYPE
    if isinstance(read, SkipReason):
        return SkippedLine(line=event.line, reason=read)
    return read


def _read_attachment(event: Event) -> Prompt | SkipReason:
    """Read an attachment: a prompt typed while the agent was busy is the only one that counts."""
    attached = event.fields.get("attachment")
    if not isinstance(attached, dict) or attached.get("type") != "queued_command":
        return SkipReason.NOT_CONVERSATION
    if attached.get("commandMode", "prompt") != "prompt":
        return SkipReason.NOT_HUMAN
    return _read_prompt(event, attached, attached.get("prompt"))


def _read_prompt(
    event: Event, marked: Mapping[str, object], content: object
) -> Prompt | SkipReason:
    """Read a prompt whose marks lie on the event and, for a queued one, on what it attaches."""
    refused = refusal(event.fields) or refusal(marked)
    if refused is not None:
        return refused
    blocks = _blocks(content)
    if blocks is None:
        return SkipReason.BAD_MESSAGE
    if any(block.get("type") == "tool_result" for block in blocks):
        return SkipReason.TOOL_RESULT
    typed = read_typed(_texts(blocks))
    if isinstance(typed, NotTyped):
        return typed.reason
    fault = check_text(typed.text) or check_text(event.folder or "")
    if fault is not None:
        return fault
    return _prompt(event, marked, typed.text)


def _prompt(event: Event, marked: Mapping[str, object], text: str) -> Prompt:
    """Put a prompt together from its event."""
    names = (short_text(event.fields, "uuid"), short_text(marked, "source_uuid"))
    uuids = [name for name in names if name is not None]
    time = event.fields.get("timestamp", marked.get("timestamp"))
    at_us = read_moment(time)
    return Prompt(
        line=event.line,
        session_id=event.session_id,
        folder=event.folder,
        source_id=uuids[0] if uuids else None,
        names=frozenset(uuids),
        text=text,
        at_us=at_us,
        time_unreadable=time is not None and at_us is None,
    )


def _read_answer(event: Event) -> Answer | SkipReason:
    """Read the assistant's share of a line; thinking and tool calls are not words for the user."""
    if event.fields.get("isMeta"):
        return SkipReason.META
    message = event.fields.get("message")
    blocks = _blocks(_content(event.fields))
    if not isinstance(message, dict) or blocks is None:
        return SkipReason.BAD_MESSAGE
    if event.fields.get("isApiErrorMessage") or message.get("model") == _SYNTHETIC_MODEL:
        return SkipReason.SERVICE_NOTICE
    text = "\n\n".join(_texts(blocks))
    if not text.strip():
        return SkipReason.TOOL_USE
    fault = check_text(text)
    if fault is not None:
        return fault
    uuid = short_text(event.fields, "uuid")
    return Answer(
        line=event.line,
        session_id=event.session_id,
        names=NAMELESS if uuid is None else frozenset({uuid}),
        message_id=short_text(message, "id"),
        text=text,
    )


def _content(fields: Mapping[str, object]) -> object:
    """Give the content of an event's message; None when it has no such thing."""
    message = fields.get("message")
    return message.get("content") if isinstance(message, dict) else None


def _blocks(content: object) -> tuple[Mapping[str, object], ...] | None:
    """Give content as blocks; None when it is neither a text nor a list."""
    match content:
        case str():
            return ({"type": "text", "text": content},)
        case list():
            return tuple(block for block in content if isinstance(block, dict))
        case _:
            return None


def _texts(blocks: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """Give the texts of the text blocks, in order."""
    texts = (block.get("text") for block in blocks if block.get("type") == "text")
    return tuple(text for text in texts if isinstance(text, str))
