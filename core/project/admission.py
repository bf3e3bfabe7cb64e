"""Admission: whether a request is taken, what is stored of it, and how its turn ends.

The RAW user text is stored before any model is asked (A130) and the request stays bound to the
thread and session of that moment (A131, A137-A140).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits, outcome
from sayso.core.plans import Write
from sayso.core.project.binding import Binding
from sayso.core.project.intents import INTENTS, intent_fault
from sayso.core.raw import text_fault, text_sha256
from sayso.core.recall.postings import doc_id, post
from sayso.core.states import Origin, Role, TurnState

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.intents import IntentPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """What a host hands in: RAW user text, intent and session (empty: the thread's default)."""

    user_text: str
    intent: str
    session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """The request gets a stored turn and history, and what else its intent's policy says."""

    request: TurnRequest
    policy: IntentPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """The request's intent has no persistent thread; memory keeps out of it (A11-A13)."""

    request: TurnRequest
    policy: IntentPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class AdmissionState:
    """What the store knows at admission, read inside the write transaction.

    `latest_said_us` is when the turn before was said, or when the thread began: a turn is never
    said before it, however wrong the clock is, so that the later word stays the later one.
    """

    scope_id: int
    thread_id: int
    next_sequence: int
    next_turn_id: int
    latest_said_us: int


def check_admission(request: TurnRequest) -> outcome.Result[Admitted | Skipped, str]:
    """Decide whether a request is stored, kept out of memory, or refused with a reason."""
    fault = request_fault(request)
    return outcome.Success(admitted(request)) if fault is None else outcome.Failure(fault)


def request_fault(request: TurnRequest) -> str | None:
    """Say why a request can be neither stored nor kept out of memory, None where it can."""
    return (
        intent_fault(request.intent)
        or text_fault(request.user_text, "the user text", may_be_empty=False)
        or session_fault(request.session)
    )


def admitted(request: TurnRequest) -> Admitted | Skipped:
    """Decide whether a request without a fault is stored or kept out of memory."""
    policy = INTENTS[request.intent]
    if policy.persistent:
        return Admitted(request=request, policy=policy)
    return Skipped(request=request, policy=policy)


def session_fault(session: str) -> str | None:
    """Say why a session name cannot be stored; an empty one means the thread's default."""
    fault = text_fault(session, "the session name", may_be_empty=True)
    if fault is None and len(session) > limits.SESSION_MAX_CHARS:
        return f"the session name is longer than {limits.SESSION_MAX_CHARS} characters"
    return fault


def lease_fault(lease_us: object) -> str | None:
    """Say why a lease could never hold: none is longer than 12 hours, none is empty."""
    if not isinstance(lease_us, int) or isinstance(lease_us, bool):
        said = f"of type {type(lease_us).__name__}"
    elif 0 < lease_us <= limits.TURN_LEASE_LONG_US:
        return None
    else:
        said = f"of {lease_us} µs" if abs(lease_us) <= limits.NUMBER_MAX else "that long"
    return f"a lease {said} cannot hold: give 1 to {limits.TURN_LEASE_LONG_US} µs"


def plan_begin(
    admitted: Admitted, state: AdmissionState, owner: str, times_us: tuple[int, int]
) -> tuple[Plan, Binding]:
    """Store the open turn and bind the request; `times_us` is (now, lease expiry)."""
    now_us, expires_at_us = times_us
    opening = Opening(state=TurnState.OPEN, owner=owner, expires_at_us=expires_at_us, now_us=now_us)
    binding = Binding(
        scope_id=state.scope_id,
        thread_id=state.thread_id,
        session=admitted.request.session,
        sequence=state.next_sequence,
        turn_id=state.next_turn_id,
        owner=owner,
    )
    said = ((doc_id(state.next_turn_id, Role.USER), admitted.request.user_text),)
    insert = insert_write(admitted.request, state, opening)
    return (insert, *post(state.scope_id, said)), binding


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a turn enters the store."""

    state: TurnState
    owner: str
    expires_at_us: int | None
    now_us: int
    assistant_text: str = ""


def insert_write(request: TurnRequest, state: AdmissionState, opening: Opening) -> Write:
    """Store a turn as it enters the store."""
    return Write(
        statement="turns/insert",
        params={
            "id": state.next_turn_id,
            "thread_id": state.thread_id,
            "session": request.session,
            "sequence": state.next_sequence,
            "intent": request.intent,
            "origin": Origin.LIVE,
            "source_key": None,
            "user_text": request.user_text,
            "user_sha256": text_sha256(request.user_text),
            "assistant_text": opening.assistant_text,
            "assistant_sha256": text_sha256(opening.assistant_text),
            "state": opening.state,
            "lease_owner": opening.owner,
            "lease_expires_at": opening.expires_at_us,
            "said_at": max(opening.now_us, state.latest_said_us),
            "now": opening.now_us,
        },
    )
