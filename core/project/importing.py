"""Importing: turns of another tool's log -> a plan that adds exactly the ones not known yet.

Each source session becomes an archived thread, found again by its source key; each turn bears a
source key that follows from the log alone (keying.py), so that importing twice, or a log that has
grown, adds nothing twice.

Invariant: turns are neighbours in a stored session only if they are neighbours in the log. Where
something was left out in between, or came in later, a new stored session begins, because a
"yes" must never be read as the answer to another question.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.plans import Write
from sayso.core.project.ending import TurnPlace, extraction_job_write
from sayso.core.raw import text_sha256
from sayso.core.recall.postings import doc_id, post, sides
from sayso.core.turns import Origin, Role, ThreadStatus, TurnState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.plans import Plan
    from sayso.core.project.keying import KeyedTurn
    from sayso.core.transcripts.records import LoggedTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """Turns of one source session, in the log's order, that go into one transaction.

    `session` names the stored session.
    """

    thread_key: str
    session: str
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

    `known` are the keys of stored turns, `unanswered` the turns of those that have no answer yet;
    `heard` are the keys of turns that are stored live (heard.py), which stay as they are.
    """

    scope_id: int
    thread: ThreadEnd | None
    known: frozenset[str]
    unanswered: Mapping[str, int]
    heard: frozenset[str]
    next_thread_id: int
    next_turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What one plan adds: counts of turns, and the session's thread (None: there is none)."""

    turns: int
    known: int
    thread_id: int | None


def plan_import(portion: Portion, state: ImportState, by: tuple[str, int]) -> tuple[Plan, Imported]:
    """Plan the turns that are not known yet, each with its extraction job; `by` is (owner, now)."""
    end = state.thread or ThreadEnd(
        thread_id=state.next_thread_id, sequence=0, session=portion.session, key=None
    )
    known = set(state.known)
    plan: list[Write] = []
    said: list[tuple[int, str]] = []
    number = state.next_turn_id
    for keyed in portion.turns:
        if keyed.key in known or keyed.key in state.heard:
            if keyed.key in state.unanswered and keyed.logged.assistant_text:
                plan.append(_answer_write(keyed, by[1]))
                turn_id = state.unanswered[keyed.key]
                said.append((doc_id(turn_id, Role.ASSISTANT), keyed.logged.assistant_text))
            continue
        known.add(keyed.key)
        end = _next_end(keyed, end, portion.session)
        plan.append(_turn_write(keyed, end, number, by))
        plan.append(_job_write(end, state.scope_id, number, by[1]))
        said.extend(sides(number, keyed.logged.user_text, keyed.logged.assistant_text))
        number += 1
    added = number - state.next_turn_id
    if added and state.thread is None:
        plan.insert(0, _thread_write(portion.thread_key, end.thread_id, state.scope_id, by[1]))
    plan.extend(post(state.scope_id, said))
    return tuple(plan), Imported(
        turns=added,
        known=len(portion.turns) - added,
        thread_id=end.thread_id if added or state.thread is not None else None,
    )


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
