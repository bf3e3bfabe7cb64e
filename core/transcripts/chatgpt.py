"""ChatGPT exports (conversations.json: one array of conversations) -> exchanges.

A conversation is a tree: each edited message and each answer asked for again is a branch. The
branch that the user saw is walked from the current node up to the root; all others are left out
and counted. A conversation whose current node is missing says nothing of what was seen.

Words of the user are the text and transcribed speech of messages of role user; custom
instructions are not said in a conversation. A message without a time of its own, of which there
are many, has that of its conversation's beginning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.transcripts.elements import read_elements
from sayso.core.transcripts.moments import read_moment
from sayso.core.transcripts.pairing import NAMELESS, Answer, Prompt, pair_entries
from sayso.core.transcripts.records import SkippedLine, SkipReason
from sayso.core.transcripts.typed import NotTyped, read_plain
from sayso.core.transcripts.wording import check_text, short_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.transcripts.exchanges import Exchange
    from sayso.core.transcripts.lines import ObjectLine
    from sayso.core.transcripts.pairing import Entry

# Citations and other marks for the page's own display, and what stands inside them.
_DISPLAY_MARK: Final = re.compile("\ue200[^\ue200\ue201]*+\ue201|[\ue200-\ue2ff]")
_SPOKEN: Final = ("text", "multimodal_text")
_INSTRUCTIONS: Final = ("user_editable_context", "model_editable_context")
_HIDDEN: Final = ("is_visually_hidden_from_conversation", "is_user_system_message")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Conversation:
    """What holds for all messages of a conversation."""

    line: int
    session_id: str
    began_at: object


def read_chatgpt_log(chunks: Iterable[bytes]) -> Iterator[Exchange | SkippedLine]:
    """Read an export, conversation by conversation; one that comes twice counts once."""
    seen: set[str] = set()
    for element in read_elements(chunks):
        if isinstance(element, SkippedLine):
            yield element
            continue
        path, left_out = _branch(element)
        session_id = _session_id(element.fields, path)
        if session_id in seen:
            yield SkippedLine(line=element.line, reason=SkipReason.DUPLICATE)
            continue
        seen.add(session_id)
        conversation = _Conversation(
            line=element.line, session_id=session_id, began_at=element.fields.get("create_time")
        )
        yield from left_out
        yield from pair_entries(_read_node(node, conversation) for node in path)


def _branch(
    element: ObjectLine,
) -> tuple[list[Mapping[str, object]], list[SkippedLine]]:
    """Give the nodes of the branch that the user saw, root first, and what is beside it."""
    mapping = element.fields.get("mapping")
    current = element.fields.get("current_node")
    broken = [SkippedLine(line=element.line, reason=SkipReason.BAD_MESSAGE)]
    if not isinstance(mapping, dict):
        return [], broken
    path: dict[str, Mapping[str, object]] = {}
    while isinstance(current, str) and current not in path:
        node = mapping.get(current)
        if not isinstance(node, dict):
            break
        path[current] = node
        current = node.get("parent")
    others = [
        SkippedLine(line=element.line, reason=SkipReason.OTHER_BRANCH)
        for key, node in mapping.items()
        if key not in path and isinstance(node, dict) and node.get("message") is not None
    ]
    is_whole = bool(path) and current is None
    return list(reversed(path.values())), others if is_whole else [*others, *broken]


def _session_id(fields: Mapping[str, object], path: list[Mapping[str, object]]) -> str:
    """Name a conversation: by its id, else by its first node, which stays as it grows."""
    name = short_text(fields, "conversation_id") or short_text(fields, "id")
    return name or (short_text(path[0], "id") if path else None) or ""


def _read_node(node: Mapping[str, object], conversation: _Conversation) -> Entry:
    """Read one node of the branch."""
    message = node.get("message")
    read: Prompt | Answer | SkipReason
    if isinstance(message, dict):
        author = message.get("author")
        role = author.get("role") if isinstance(author, dict) else None
        read = _refusal(message, role) or _read_message(message, role, conversation)
    else:
        read = SkipReason.NOT_CONVERSATION if message is None else SkipReason.BAD_MESSAGE
    return (
        SkippedLine(line=conversation.line, reason=read) if isinstance(read, SkipReason) else read
    )


def _refusal(message: Mapping[str, object], role: object) -> SkipReason | None:
    """Say why a message is none that one of the two said to the other; None when it is one."""
    content = message.get("content")
    metadata = message.get("metadata")
    if not isinstance(content, dict):
        return SkipReason.BAD_MESSAGE
    kind = content.get("content_type")
    is_hidden = isinstance(metadata, dict) and any(metadata.get(mark) for mark in _HIDDEN)
    if is_hidden or kind in _INSTRUCTIONS:
        return SkipReason.META
    if role == "tool":
        return SkipReason.TOOL_RESULT
    if role not in ("user", "assistant"):
        return SkipReason.NOT_CONVERSATION
    if kind not in _SPOKEN or (message.get("recipient") or "all") != "all":
        return SkipReason.TOOL_USE
    return None if isinstance(content.get("parts"), list) else SkipReason.BAD_MESSAGE


def _read_message(
    message: Mapping[str, object], role: object, conversation: _Conversation
) -> Prompt | Answer | SkipReason:
    """Read what one of the two said."""
    text = "\n".join(_texts(message))
    if role == "user":
        return _read_prompt(message, text, conversation)
    text = _DISPLAY_MARK.sub("", text)
    if not text.strip():
        return SkipReason.TOOL_USE
    fault = check_text(text)
    return fault or Answer(line=conversation.line, session_id=conversation.session_id, text=text)


def _read_prompt(
    message: Mapping[str, object], text: str, conversation: _Conversation
) -> Prompt | SkipReason:
    typed = read_plain(text)
    if isinstance(typed, NotTyped):
        return typed.reason
    fault = check_text(typed.text)
    if fault is not None:
        return fault
    name = short_text(message, "id")
    time = message.get("create_time")
    at_us = read_moment(conversation.began_at if time is None else time)
    return Prompt(
        line=conversation.line,
        session_id=conversation.session_id,
        folder=None,
        source_id=name,
        text=typed.text,
        at_us=at_us,
        names=NAMELESS if name is None else frozenset({name}),
        time_unreadable=time is not None and at_us is None,
    )


def _texts(message: Mapping[str, object]) -> Iterator[str]:
    """Give what was written or spoken, without pictures and files."""
    content = message.get("content")
    parts = content.get("parts") if isinstance(content, dict) else None
    for part in parts if isinstance(parts, list) else ():
        text = part
        if isinstance(part, dict) and part.get("content_type") == "audio_transcription":
            text = part.get("text")
        if isinstance(text, str) and text:
            yield text
