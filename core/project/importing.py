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
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.plans import Plan
    from sayso.core.project.keying import KeyedTurn
    from sayso.core.transcripts.records import LoggedTurn


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """Turns of one source session, in the log's order, that go in together.

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
    """What the store knows, read inside the write transaction.

    `threads` are those of source sessions that are stored, by their keys.
    `known` are the keys of stored turns, `unanswered` the turns of those that have no answer yet;
    `heard` are the keys of turns that are stored live (heard.py), which stay as they are.
    """

    scope_id: int
    threads: Mapping[str, ThreadEnd]
    known: frozenset[str]
    unanswered: Mapping[str, int]
    heard: frozenset[str]
    next_thread_id: int
    next_turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What a portion adds: counts of turns, and the session's thread (None: there is none)."""

    turns: int
    known: int
    thread_id: int | None


def cut_portions(
    sessions: Iterable[tuple[str, str, Iterable[KeyedTurn]]], turns_max: int, bytes_max: int
) -> Iterator[tuple[Portion, ...]]:
    """Cut sessions, each (thread key, stored session, turns), into what goes in together.

    That is at most so many turns of about so many bytes, one turn at least; a session may be cut,
    and several may go in together.
    """
    portions: list[Portion] = []
    left, left_bytes = turns_max, bytes_max
    for thread_key, session, turns in sessions:
        some: list[KeyedTurn] = []
        for turn in turns:
            size_bytes = _size_bytes(turn)
            if left < turns_max and (not left or size_bytes > left_bytes):
                portions += _portion(thread_key, session, some)
                yield tuple(portions)
                portions, some = [], []
                left, left_bytes = turns_max, bytes_max
            some.append(turn)
            left -= 1
            left_bytes -= size_bytes
        portions += _portion(thread_key, session, some)
    if portions:
        yield tuple(portions)


def _portion(thread_key: str, session: str, turns: list[KeyedTurn]) -> Iterator[Portion]:
    if turns:
        yield Portion(thread_key=thread_key, session=session, turns=tuple(turns))


def _size_bytes(turn: KeyedTurn) -> int:
    return len(turn.logged.user_text.encode()) + len(turn.logged.assistant_text.encode())


def plan_import(
    portions: Iterable[Portion], state: ImportState, now_us: int
) -> tuple[Plan, tuple[Imported, ...]]:
    """Plan the turns that are not known yet, each with its extraction job, portion by portion.

    Postings come last, all at once.
    """
    taking = _Taking(state, now_us)
    imported = tuple(taking.take(portion) for portion in portions)
    return (*taking.plan, *post(state.scope_id, taking.said)), imported


class _Taking:
    """Gathers what one transaction writes; each portion builds on those before it."""

    def __init__(self, state: ImportState, now_us: int) -> None:
        """Begin with what the store knows."""
        self.plan: list[Write] = []
        self.said: list[tuple[int, str]] = []
        self._state = state
        self._now_us = now_us
        self._known = set(state.known)
        self._unanswered = dict(state.unanswered)
        self._threads = dict(state.threads)
        self._next_thread_id = state.next_thread_id
        self._next_turn_id = state.next_turn_id

    def take(self, portion: Portion) -> Imported:
        """Add the turns of a portion that are not known yet, and answers that came later."""
        stored = self._threads.get(portion.thread_key)
        end = stored or ThreadEnd(
            thread_id=self._next_thread_id, sequence=0, session=portion.session, key=None
        )
        added = 0
        for keyed in portion.turns:
            if keyed.key in self._known or keyed.key in self._state.heard:
                self._answer(keyed)
                continue
            if stored is None and not added:
                self._begin(portion.thread_key)
            end = _next_end(keyed, end, portion.session)
            self._add(keyed, end)
            added += 1
        if added:
            self._threads[portion.thread_key] = end
        return Imported(
            turns=added,
            known=len(portion.turns) - added,
            thread_id=end.thread_id if added or stored is not None else None,
        )

    def _begin(self, thread_key: str) -> None:
        number, scope_id = self._next_thread_id, self._state.scope_id
        self.plan.append(_thread_write(thread_key, number, scope_id, self._now_us))
        self._next_thread_id += 1

    def _add(self, keyed: KeyedTurn, end: ThreadEnd) -> None:
        number, logged = self._next_turn_id, keyed.logged
        self._known.add(keyed.key)
        if not logged.assistant_text:
            self._unanswered[keyed.key] = number
        self.plan.append(_turn_write(keyed, end, number, self._now_us))
        self.plan.append(_job_write(end, self._state.scope_id, number, self._now_us))
        self.said.extend(sides(number, logged.user_text, logged.assistant_text))
        self._next_turn_id += 1

    def _answer(self, keyed: KeyedTurn) -> None:
        """Add the answer to a known turn that was stored before it had one."""
        if keyed.logged.assistant_text and keyed.key in self._unanswered:
            turn_id = self._unanswered.pop(keyed.key)
            self.plan.append(_answer_write(keyed, self._now_us))
            self.said.append((doc_id(turn_id, Role.ASSISTANT), keyed.logged.assistant_text))


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


def _turn_write(keyed: KeyedTurn, end: ThreadEnd, number: int, now_us: int) -> Write:
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
            "lease_owner": None,
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
