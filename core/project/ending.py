"""How a turn ends, exactly once, and how its extraction is queued in the same transaction.

A live request ends its turn in one write that is its own fence. Only when that write finds the
turn moved on is the turn read, to say why or that the ending is still legal (A132-A136).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits, outcome
from sayso.core.leases import is_lease_live
from sayso.core.plans import Write
from sayso.core.project.binding import Binding
from sayso.core.raw import text_sha256
from sayso.core.recall.postings import doc_id, post
from sayso.core.states import Role
from sayso.core.turns import TurnState, is_turn_transition

if TYPE_CHECKING:
    from sayso.core.plans import Plan

__all__ = [
    "Binding",
    "Ending",
    "LeasedTurn",
    "TurnPlace",
    "extraction_job_write",
    "extraction_key",
    "is_abandoned",
    "plan_finish",
    "plan_finish_open",
    "plan_interrupt",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPlace:
    """Which turn it is and where it stands."""

    scope_id: int
    thread_id: int
    session: str
    sequence: int
    turn_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeasedTurn:
    """A stored turn with who may finish it and until when (microseconds).

    The answer is known by its hash alone, so that ending a turn never reads a long text.
    """

    place: TurnPlace
    state: TurnState
    assistant_sha256: bytes
    owner: str | None
    expires_at_us: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a turn ends: its final state and, when completed, the answer the user saw."""

    state: TurnState
    assistant_text: str = ""


def plan_finish_open(binding: Binding, ending: Ending, now_us: int) -> Plan:
    """End a turn that should still be open and ours, without reading it first.

    The write itself is the fence: where the turn has moved on it changes no row, the plan fails
    as a whole, and `plan_finish` then tells why, or that it is still legal.
    """
    finish = Write(
        statement="turns/finish_open",
        params={
            "id": binding.turn_id,
            "owner": binding.owner,
            **_ending_params(ending, now_us),
        },
    )
    place = TurnPlace(
        scope_id=binding.scope_id,
        thread_id=binding.thread_id,
        session=binding.session,
        sequence=binding.sequence,
        turn_id=binding.turn_id,
    )
    return finish, extraction_job_write(place, now_us), *_answer_postings(place, ending)


def plan_finish(
    leased: LeasedTurn, ending: Ending, owner: str, now_us: int
) -> outcome.Result[Plan, str]:
    """End a turn and queue its extraction; repeating the same ending changes nothing.

    Fails when another owner holds the turn or when it has already ended differently. A lease
    that has run out only lets others give the turn up for interrupted: the owner that began it
    may still end it, before that and after, because the user did see the answer.
    """
    number = leased.place.turn_id
    if leased.state is ending.state and leased.assistant_sha256 == text_sha256(
        ending.assistant_text
    ):
        return outcome.Success(())
    if not is_turn_transition(leased.state, ending.state):
        return outcome.Failure(f"turn t{number} has already ended as {leased.state}")
    if leased.owner != owner:
        return outcome.Failure(f"turn t{number} belongs to another owner")
    return outcome.Success(_ending_writes(leased, ending, now_us))


def plan_interrupt(leased: LeasedTurn, now_us: int) -> Plan:
    """Mark an open turn whose lease ran out as interrupted and queue its extraction (A236)."""
    return _ending_writes(leased, Ending(state=TurnState.INTERRUPTED), now_us)


def is_abandoned(leased: LeasedTurn, now_us: int) -> bool:
    """Tell whether an open turn's owner has let its lease run out (A235)."""
    return leased.state is TurnState.OPEN and not _lease_holds(leased, now_us)


def extraction_job_write(place: TurnPlace, now_us: int) -> Write:
    """Queue stage 1 for a turn, once however often it is asked (A147)."""
    return Write(
        statement="jobs/insert",
        params={
            "id": None,
            "kind": "extraction",
            "scope_id": place.scope_id,
            "thread_id": place.thread_id,
            "session": place.session,
            "sequence": place.sequence,
            "turn_id": place.turn_id,
            "payload": "{}",
            "idempotency_key": extraction_key(place.turn_id),
            "now": now_us,
        },
        expect_rows=None,
    )


def extraction_key(turn_id: int) -> str:
    """Give the key under which a turn's extraction is queued."""
    return f"extraction:{turn_id}"


def _lease_holds(leased: LeasedTurn, now_us: int) -> bool:
    return is_lease_live(leased.expires_at_us, now_us, limits.TURN_LEASE_LONG_US)


def _ending_writes(leased: LeasedTurn, ending: Ending, now_us: int) -> Plan:
    finish = Write(
        statement="turns/finish",
        params={
            "id": leased.place.turn_id,
            "before": leased.state,
            "owner": leased.owner,
            **_ending_params(ending, now_us),
        },
    )
    place = leased.place
    return finish, extraction_job_write(place, now_us), *_answer_postings(place, ending)


def _answer_postings(place: TurnPlace, ending: Ending) -> Plan:
    """Post the answer; one that says nothing, or a turn without one, has nothing to post."""
    answer = (doc_id(place.turn_id, Role.ASSISTANT), ending.assistant_text)
    return post(place.scope_id, [answer])


def _ending_params(ending: Ending, now_us: int) -> dict[str, str | bytes | int | None]:
    return {
        "state": ending.state,
        "assistant_text": ending.assistant_text,
        "assistant_sha256": text_sha256(ending.assistant_text),
        "now": now_us,
    }
