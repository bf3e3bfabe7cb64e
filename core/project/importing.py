"""Importing: turns of another tool's log -> a plan that adds exactly the ones not known yet.

Each source session becomes an archived thread, found again by its source key; each turn bears a
source key that follows from the log alone, so that importing twice, or a log that has grown, adds
nothing twice. A log without session names is told from others by its file's name together with
its first turn: a moved copy is the same log, and two logs never share a thread by chance.

Invariant: turns are neighbours in a stored session only if they are neighbours in the log. Where
something was left out in between, or came in later, a new stored session begins, because a
"yes" must never be read as the answer to another question.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.outcome import is_failure
from sayso.core.plans import Write
from sayso.core.project.admission import Skipped, TurnRequest, check_admission
from sayso.core.project.ending import TurnPlace, extraction_job_write
from sayso.core.project.intents import GENERAL_CHAT, INTENTS
from sayso.core.raw import check_text, text_sha256
from sayso.core.transcripts.reading import CLAUDE_CODE, CODEX
from sayso.core.turns import Origin, ThreadStatus, TurnState

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.transcripts.records import LoggedSession, LoggedTurn

_HASH_CHARS: Final = 32
# What a reader derives for a turn that bears no id of its own; unique in its session only.
_DERIVED_ID: Final = re.compile(r"[0-9a-f]{32}-[1-9][0-9]*")
_COPYING: Final = frozenset({CLAUDE_CODE, CODEX})  # sessions that begin with turns of others


class ImportSkip(StrEnum):
    """Why a turn that a reader did find is not imported."""

    OTHER_FOLDER = "other-folder"  # said in a folder outside the project
    UNKNOWN_INTENT = "unknown-intent"
    REPAIR_INTENT = "repair-intent"  # an intent that memory keeps out of (A11-A13)
    UNSTORABLE = "unstorable"  # empty, too long, or no UTF-8


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedTurn:
    """A turn ready to be stored; `after_key` is the key of the turn before it in the log.

    `after_key` is None for the first turn and after one that is left out or could not be read.
    """

    key: str
    after_key: str | None
    intent: str
    logged: LoggedTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """Turns of one source session, in the log's order, that go into one transaction.

    `session` names the stored session; `began_at_us` is the source session's earliest time.
    """

    thread_key: str
    session: str
    began_at_us: int | None
    turns: tuple[KeyedTurn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadEnd:
    """The thread of a source session as stored, with the last turn's place, session and key."""

    thread_id: int
    sequence: int
    session: str
    key: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportState:
    """What the store knows, read inside the write transaction; `thread` None: a new session.

    `known` are the keys of stored turns, `unanswered` those of them that have no answer yet.
    """

    scope_id: int
    thread: ThreadEnd | None
    known: frozenset[str]
    unanswered: frozenset[str]
    next_thread_id: int
    next_turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What one plan adds: counts of turns, and the session's thread (None: there is none)."""

    turns: int
    known: int
    thread_id: int | None


def prepare_session(
    session: LoggedSession, form: str, file_label: str
) -> tuple[Portion, tuple[ImportSkip, ...]]:
    """Key a session's turns and set aside those that cannot be stored.

    `form` is the transcript's format and `file_label` the name of its file without folders.
    """
    thread_key = _thread_key(session, form, file_label)
    name = session.session_id[: limits.SESSION_MAX_CHARS]
    keyed: list[KeyedTurn] = []
    skipped: list[ImportSkip] = []
    after_key: str | None = None
    for logged in session.turns:
        skip = _check_turn(logged, name)
        if skip is not None:
            skipped.append(skip)
            after_key = None
            continue
        key = _turn_key(logged, form, thread_key)
        after_key = None if logged.after_gap else after_key
        intent = logged.intent or GENERAL_CHAT
        keyed.append(KeyedTurn(key=key, after_key=after_key, intent=intent, logged=logged))
        after_key = key
    times = [one.logged.at_us for one in keyed if one.logged.at_us is not None]
    began_at_us = min(times) if times else None
    portion = Portion(
        thread_key=thread_key, session=name, began_at_us=began_at_us, turns=tuple(keyed)
    )
    return portion, tuple(skipped)


def split_portion(portion: Portion, turns_max: int) -> tuple[Portion, ...]:
    """Cut a session into pieces of at most `turns_max` turns; each goes in whole or not at all."""
    return tuple(
        Portion(
            thread_key=portion.thread_key,
            session=portion.session,
            began_at_us=portion.began_at_us,
            turns=portion.turns[start : start + turns_max],
        )
        for start in range(0, len(portion.turns), turns_max)
    )


def plan_import(portion: Portion, state: ImportState, by: tuple[str, int]) -> tuple[Plan, Imported]:
    """Plan the turns that are not known yet, each with its extraction job; `by` is (owner, now)."""
    end = state.thread or ThreadEnd(
        thread_id=state.next_thread_id, sequence=0, session=portion.session, key=None
    )
    known = set(state.known)
    plan: list[Write] = []
    number = state.next_turn_id
    for keyed in portion.turns:
        if keyed.key in known:
            if keyed.key in state.unanswered and keyed.logged.assistant_text:
                plan.append(_answer_write(keyed, by[1]))
            continue
        known.add(keyed.key)
        end = _next_end(keyed, end, portion.session)
        plan.append(_turn_write(keyed, end, number, by))
        plan.append(_job_write(end, state.scope_id, number, by[1]))
        number += 1
    added = number - state.next_turn_id
    if added and state.thread is None:
        plan.insert(0, _thread_write(portion.thread_key, end.thread_id, state.scope_id, by[1]))
    return tuple(plan), Imported(
        turns=added,
        known=len(portion.turns) - added,
        thread_id=end.thread_id if added or state.thread is not None else None,
    )


def _check_turn(logged: LoggedTurn, session: str) -> ImportSkip | None:
    """Hold a turn against the rules of admission."""
    intent = logged.intent or GENERAL_CHAT
    if intent not in INTENTS:
        return ImportSkip.UNKNOWN_INTENT
    request = TurnRequest(user_text=logged.user_text, intent=intent, session=session)
    admitted = check_admission(request)
    answer = check_text(logged.assistant_text, "the assistant text", may_be_empty=True)
    if is_failure(admitted) or is_failure(answer):
        return ImportSkip.UNSTORABLE
    if isinstance(admitted.unwrap(), Skipped):
        return ImportSkip.REPAIR_INTENT
    return None


def _thread_key(session: LoggedSession, form: str, file_label: str) -> str:
    """Name a source session so that it is found again; one without a name by how it begins."""
    if session.session_id or not session.turns:
        return f"{form}:{session.session_id}"
    first = session.turns[0]
    said_at = "" if first.at_us is None else str(first.at_us)
    parts = (file_label, first.source_id, first.user_text, first.assistant_text, said_at)
    return f"{form}:unnamed:{_digest(*parts)}"


def _turn_key(logged: LoggedTurn, form: str, thread_key: str) -> str:
    """Name a turn; an agent's own ids hold across sessions: one resumed or forked is a copy."""
    is_global = form in _COPYING and _DERIVED_ID.fullmatch(logged.source_id) is None
    place = "" if is_global else thread_key
    return f"{form}:{_digest(place, logged.source_id, logged.user_text)}"


def _digest(*parts: str) -> str:
    """Hash some texts, the same whichever line ends a checkout gave the file."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part.replace("\r\n", "\n").encode("utf-8", errors="surrogatepass")
        digest.update(len(raw).to_bytes(8, "big"))
        digest.update(raw)
    return digest.hexdigest()[:_HASH_CHARS]


def _next_end(keyed: KeyedTurn, end: ThreadEnd, session: str) -> ThreadEnd:
    """Move the end of a thread one turn on, into a new stored session where the log has a gap."""
    sequence = end.sequence + 1
    name = end.session
    if end.sequence and keyed.after_key != end.key:
        mark = f"#{sequence}"
        name = session[: limits.SESSION_MAX_CHARS - len(mark)] + mark
    return ThreadEnd(thread_id=end.thread_id, sequence=sequence, session=name, key=keyed.key)


def _thread_write(thread_key: str, thread_id: int, scope_id: int, now_us: int) -> Write:
    return Write(
        statement="turns/insert_thread",
        params={
            "id": thread_id,
            "scope_id": scope_id,
            "status": ThreadStatus.ARCHIVED,
            "source_key": thread_key,
            "now": now_us,
            "archived_at": now_us,
        },
    )


def _turn_write(keyed: KeyedTurn, end: ThreadEnd, number: int, by: tuple[str, int]) -> Write:
    owner, now_us = by
    logged = keyed.logged
    return Write(
        statement="turns/insert",
        params={
            "id": number,
            "thread_id": end.thread_id,
            "session": end.session,
            "sequence": end.sequence,
            "intent": keyed.intent,
            "origin": Origin.IMPORT,
            "source_key": keyed.key,
            "user_text": logged.user_text,
            "user_sha256": text_sha256(logged.user_text),
            "assistant_text": logged.assistant_text,
            "assistant_sha256": text_sha256(logged.assistant_text),
            "state": TurnState.COMPLETED,
            "lease_owner": owner,
            "lease_expires_at": None,
            "said_at": _said_at(logged, now_us),
            "now": now_us,
        },
    )


def _said_at(logged: LoggedTurn, now_us: int) -> int | None:
    """Give when a turn was said; a log whose clock ran ahead cannot have been said after now."""
    return None if logged.at_us is None else min(logged.at_us, now_us)


def _answer_write(keyed: KeyedTurn, now_us: int) -> Write:
    """Add the answer to a known turn that was imported before it had one."""
    answer = keyed.logged.assistant_text
    return Write(
        statement="turns/answer",
        params={
            "source_key": keyed.key,
            "assistant_text": answer,
            "assistant_sha256": text_sha256(answer),
            "now": now_us,
        },
    )


def _job_write(end: ThreadEnd, scope_id: int, number: int, now_us: int) -> Write:
    place = TurnPlace(
        scope_id=scope_id,
        thread_id=end.thread_id,
        session=end.session,
        sequence=end.sequence,
        turn_id=number,
    )
    return extraction_job_write(place, now_us)
