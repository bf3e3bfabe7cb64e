"""The lines of a Codex log, new and old -> what kind each is, and the texts it holds.

A kind is (type of the line, type of its payload), or ("message", role) for a message of either
form; ("", "") is a line that is none of Codex's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from sayso.core.transcripts.records import SkipReason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Payload: TypeAlias = "Mapping[str, object]"

# Tuples: what a log gives as a type may be a list, which no set can look up.
_WRAPPED: Final = ("session_meta", "turn_context", "response_item", "event_msg", "compacted")
_BARE: Final = ("message", "reasoning", "function_call", "function_call_output", "local_shell_call")
_OPENED: Final = frozenset({"id", "timestamp"})
_TEXT_TYPES: Final = ("input_text", "output_text", "text")
_OWN_KINDS: Final = (None, "plain")
_SURROUNDINGS: Final = "<environment_context>"
_FOLDER: Final = re.compile(r"<cwd>([^<>\n]{1,4096})</cwd>|Current working directory: ([^\n]+)")


def row_kind(fields: Mapping[str, object]) -> tuple[str, str]:
    """Tell what kind of line it is."""
    kind = fields.get("type")
    if kind is None and fields.keys() >= _OPENED and ("instructions" in fields or "git" in fields):
        return "session_meta", ""
    if kind is None and isinstance(fields.get("record_type"), str):
        return "state", ""
    if not isinstance(kind, str):
        return "", ""
    payload = payload_of(fields)
    inner = payload.get("type")
    if kind == "message" or (kind == "response_item" and inner == "message"):
        role = payload.get("role")
        return "message", role if isinstance(role, str) else ""
    return kind, inner if isinstance(inner, str) else ""


def is_codex(fields: Mapping[str, object]) -> bool:
    """Tell whether only Codex writes such a line."""
    kind = fields.get("type")
    if kind is None:
        return row_kind(fields)[0] == "session_meta"
    if "payload" in fields:
        return kind in _WRAPPED
    if kind == "message":
        return isinstance(fields.get("role"), str) and isinstance(fields.get("content"), list)
    return kind in _BARE and ("call_id" in fields or "summary" in fields)


def payload_of(fields: Mapping[str, object]) -> Payload:
    """Give what a line is about; a bare line is its own payload."""
    payload = fields.get("payload", fields)
    return payload if isinstance(payload, dict) else {}


def event_texts(payload: Payload) -> tuple[str, ...] | SkipReason:
    """Give the text of a user's message."""
    if payload.get("kind") not in _OWN_KINDS:
        return SkipReason.INJECTED
    message = payload.get("message")
    return (message,) if isinstance(message, str) else SkipReason.BAD_MESSAGE


def item_texts(payload: Payload) -> tuple[str, ...] | SkipReason:
    """Give the texts of a message's blocks, in order."""
    content = payload.get("content")
    if not isinstance(content, list):
        return SkipReason.BAD_MESSAGE
    blocks = [block for block in content if isinstance(block, dict)]
    texts = [block.get("text") for block in blocks if block.get("type") in _TEXT_TYPES]
    return tuple(text for text in texts if isinstance(text, str))


def answer_text(kind: tuple[str, str], payload: Payload) -> str | None:
    """Give the assistant's words in a line, None when it has none.

    The end of a task repeats the final words, and names them where the items lack them.
    """
    texts: tuple[str, ...] | SkipReason
    match kind:
        case ("message", "assistant"):
            texts = item_texts(payload)
            text: object = "" if isinstance(texts, SkipReason) else "\n\n".join(texts)
        case ("event_msg", "task_complete"):
            text = payload.get("last_agent_message")
        case ("event_msg", "agent_message"):
            text = payload.get("message")
        case _:
            return None
    return text if isinstance(text, str) and text.strip() else None


def prompt_folder(texts: Sequence[str]) -> str | None:
    """Find the folder in the surroundings that early versions put before the first prompt."""
    for text in texts:
        if text.lstrip().startswith(_SURROUNDINGS):
            found = _FOLDER.search(text)
            return None if found is None else (found[1] or found[2]).strip()
    return None
