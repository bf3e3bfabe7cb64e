"""Keying: a turn of another tool's log -> the name by which it is known again, or why it stays out.

A log without session names is told from others by its file's name together with its first turn:
a moved copy is the same log, and two logs never share a thread by chance. Each turn's key follows
from the log alone, so that importing twice, or a log that has grown, adds nothing twice.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.agents.payloads import session_name
from sayso.core.project.admission import Skipped, TurnRequest, admitted, request_fault
from sayso.core.project.intents import GENERAL_CHAT, INTENTS
from sayso.core.raw import text_fault
from sayso.core.transcripts.reading import CLAUDE_CODE, CODEX

if TYPE_CHECKING:
    from sayso.core.transcripts.records import LoggedTurn

_HASH_CHARS: Final = 32
# What a reader derives for a turn that bears no id of its own; unique in its session only.
_DERIVED_ID: Final = re.compile(r"[0-9a-f]{32}-[1-9][0-9]*")
_COPYING: Final = frozenset({CLAUDE_CODE, CODEX})  # sessions that begin with turns of others
_HOOKED: Final = frozenset({CLAUDE_CODE, CODEX})  # agents whose hooks store turns as they come


class ImportSkip(StrEnum):
    """Why a turn that a reader did find is not imported."""

    OTHER_FOLDER = "other-folder"  # said in a folder outside the project
    UNKNOWN_INTENT = "unknown-intent"
    REPAIR_INTENT = "repair-intent"  # an intent that memory keeps out of (A11-A13)
    UNSTORABLE = "unstorable"  # empty, too long, or no UTF-8


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHead:
    """What names a source session: its format, the key of its thread, its stored session.

    `live_session` is the stored session of the turns that hooks told of it, '' where none can.
    """

    form: str
    thread_key: str
    session: str
    live_session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedTurn:
    """A turn ready to be stored; `after_key` is the key of the turn before it in the log.

    `after_key` is None for the first turn and after one that is left out or could not be read.
    """

    key: str
    after_key: str | None
    intent: str
    logged: LoggedTurn


def head_of(form: str, file_label: str, session_id: str, first: LoggedTurn) -> SessionHead:
    """Name a source session so that it is found again.

    `file_label` is the name of its file without folders, `first` its first turn as logged.
    """
    thread_key = f"{form}:{session_id}"
    if not session_id:
        said_at = "" if first.at_us is None else str(first.at_us)
        parts = (file_label, first.source_id, first.user_text, first.assistant_text, said_at)
        thread_key = f"{form}:unnamed:{_digest(*parts)}"
    return SessionHead(
        form=form,
        thread_key=thread_key,
        session=session_id[: limits.SESSION_MAX_CHARS],
        live_session=session_name(form, session_id) if session_id and form in _HOOKED else "",
    )


def key_turn(
    head: SessionHead, logged: LoggedTurn, after_key: str | None
) -> KeyedTurn | ImportSkip:
    """Key a turn, or say why it cannot be stored; `after_key` is that of the one before it."""
    skip = _check_turn(logged, head.session)
    if skip is not None:
        return skip
    return KeyedTurn(
        key=_turn_key(head, logged),
        after_key=None if logged.after_gap else after_key,
        intent=logged.intent or GENERAL_CHAT,
        logged=logged,
    )


def _check_turn(logged: LoggedTurn, session: str) -> ImportSkip | None:
    """Hold a turn against the rules of admission."""
    intent = logged.intent or GENERAL_CHAT
    if intent not in INTENTS:
        return ImportSkip.UNKNOWN_INTENT
    request = TurnRequest(user_text=logged.user_text, intent=intent, session=session)
    if request_fault(request) is not None:
        return ImportSkip.UNSTORABLE
    if text_fault(logged.assistant_text, "the assistant text", may_be_empty=True) is not None:
        return ImportSkip.UNSTORABLE
    if isinstance(admitted(request), Skipped):
        return ImportSkip.REPAIR_INTENT
    return None


def _turn_key(head: SessionHead, logged: LoggedTurn) -> str:
    """Name a turn; an agent's own ids hold across sessions: one resumed or forked is a copy."""
    is_global = head.form in _COPYING and _DERIVED_ID.fullmatch(logged.source_id) is None
    place = "" if is_global else head.thread_key
    return f"{head.form}:{_digest(place, logged.source_id, logged.user_text)}"


def _digest(*parts: str) -> str:
    """Hash some texts, the same whichever line ends a checkout gave the file."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part.replace("\r\n", "\n").encode("utf-8", errors="surrogatepass")
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return digest.hexdigest()[:_HASH_CHARS]
