"""Turns in and out of the store: begin, finish, fail, heartbeat, recover, whole recorded turns.

Every function opens one short transaction, asks the core for a plan and applies it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits, outcome
from sayso.core.plans import Write
from sayso.core.project.admission import (
    AdmissionState,
    Admitted,
    Skipped,
    TurnRequest,
    admitted,
    lease_fault,
    plan_begin,
    request_fault,
)
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.raw import text_fault
from sayso.core.states import DEFAULT_SESSION, TurnState
from sayso.shell.errors import (
    MemoryLeaseError,
    NotFoundError,
    RefusedError,
    RequestError,
    StalePlanError,
)
from sayso.shell.operations import find_answer, key_of, remembered, transact_once
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.binding import Binding
    from sayso.core.project.ending import Ending, LeasedTurn
    from sayso.shell.ports import Ports
    from sayso.shell.store.reading import Guarded, Reading, Work
    from sayso.shell.store.store import Store

RECOVERY_BATCH_ROWS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTurn:
    """A whole turn to store at once: RAW texts, where it belongs, and an optional operation id.

    Each text takes up to 8 MiB of UTF-8; the answer may be empty. The session and the operation id
    have at most 200 characters. A turn recorded again under the same operation id is stored once.
    """

    user_text: str
    assistant_text: str
    intent: str = GENERAL_CHAT
    session: str = DEFAULT_SESSION
    op_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """Whose an open turn is, and for how long nobody else takes it for dead."""

    owner: str
    duration_us: int


def admit(request: TurnRequest) -> Admitted | Skipped:
    """Check a request; raises RequestError with what to do when it cannot be taken."""
    fault = request_fault(request)
    if fault is not None:
        raise RequestError(fault)
    return admitted(request)


@dataclass(frozen=True, slots=True, kw_only=True)
class BegunTurn:
    """A request that has its turn; `answer` is what it was answered with before, or None."""

    binding: Binding
    answer: str | None = None


def begin_turn(
    store: Store, ports: Ports, admitted: Admitted, lease: Lease, op_id: str | None = None
) -> BegunTurn:
    """Store the user's words durably and bind the request to thread and session (A130-A131).

    Begun again under its operation id, a request gets the turn it has (J09).
    """
    work = beginning(ports, admitted, lease, op_id)
    return store.transact(work, is_repeatable=op_id is not None)


def beginning(
    ports: Ports, admitted: Admitted, lease: Lease, op_id: str | None = None
) -> Work[BegunTurn]:
    """Give what begins a turn, for a transaction that may do more than that."""
    _check_lease(lease.duration_us)
    request = admitted.request
    key = key_of(op_id, "turn", request.user_text, request.intent, request.session)
    now_us = ports.clock.now_us()
    times_us = (now_us, now_us + lease.duration_us)

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, BegunTurn]:
        told = find_answer(reading, key)
        if told is not None:
            return _begin_again(reading, int(told), times_us)
        plan, binding = plan_begin(admitted, _admission_state(guard), lease.owner, times_us)
        kept = remembered(key, str(binding.turn_id), now_us)
        return (*plan, *kept), BegunTurn(binding=binding)

    return work


def _begin_again(
    reading: Reading, turn_id: int, times_us: tuple[int, int]
) -> tuple[Plan, BegunTurn]:
    from sayso.core.project.begun import plan_begin_again

    begun = plan_begin_again(_leased(reading, turn_id), times_us)
    if outcome.is_failure(begun):
        raise RefusedError(begun.failure())
    found = begun.unwrap()
    answer = None
    if found.is_answered:
        from sayso.shell.store.turn_rows import turn_of

        answer = turn_of(reading.rows("turns/by_ids", ids=json_of([turn_id]))[0]).assistant_text
    return found.plan, BegunTurn(binding=found.binding, answer=answer)


def finish_turn(store: Store, ports: Ports, binding: Binding, ending: Ending) -> None:
    """End a turn and queue its extraction in the same transaction (A132-A133, A136).

    Raises MemoryLeaseError when the turn is not the owner's to finish any more.
    """
    from sayso.core.project.ending import plan_finish, plan_finish_open

    now_us = ports.clock.now_us()
    fault = text_fault(ending.assistant_text, "the assistant text", may_be_empty=True)
    if fault is not None:
        raise RequestError(fault)

    def explain(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
        del guard
        leased = _leased(reading, binding.turn_id)
        plan = plan_finish(leased, ending, binding.owner, now_us)
        if outcome.is_failure(plan):
            raise MemoryLeaseError(plan.failure(), "the user's words are kept")
        return plan.unwrap(), None

    def finish(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
        del reading, guard
        return plan_finish_open(binding, ending, now_us), None

    try:
        store.transact(finish, is_repeatable=True)
    except StalePlanError:  # also where the commit was unknown, and has come through
        store.transact(explain, is_repeatable=True)


def extend_lease(store: Store, ports: Ports, binding: Binding, lease_us: int) -> None:
    """Keep an open turn while its request still runs; raises StalePlanError when it is lost."""
    _check_lease(lease_us)
    now_us = ports.clock.now_us()
    write = Write(
        statement="turns/heartbeat",
        params={
            "id": binding.turn_id,
            "owner": binding.owner,
            "expires_at": now_us + lease_us,
            "now": now_us,
        },
    )
    store.transact(lambda _reading, _guard: ((write,), None), is_repeatable=True)


def _check_lease(lease_us: int) -> None:
    fault = lease_fault(lease_us)
    if fault is not None:
        raise RequestError(fault)


def recover_turns(store: Store, ports: Ports) -> tuple[int, ...]:
    """Interrupt every open turn whose lease has run out and queue it (A235-A236, A283).

    Gives the numbers of the turns concerned. Where there is none, nobody is kept from writing.
    """
    from sayso.core.project.ending import is_abandoned, plan_interrupt
    from sayso.shell.fences import transact_fenced
    from sayso.shell.store.turn_rows import leased_turn_of

    now_us = ports.clock.now_us()

    def find(reading: Reading, limit_rows: int) -> list[LeasedTurn]:
        lease_max = limits.TURN_LEASE_LONG_US
        rows = reading.rows("turns/expired", now=now_us, lease_max=lease_max, limit_rows=limit_rows)
        return [turn for turn in map(leased_turn_of, rows) if is_abandoned(turn, now_us)]

    lost: list[LeasedTurn] = []

    def is_open(reading: Reading, turn: LeasedTurn) -> bool:
        row = reading.row("turns/leased", id=turn.place.turn_id)
        return row is not None and leased_turn_of(row).state is TurnState.OPEN

    def has_any(reading: Reading) -> bool:
        return any(is_open(reading, turn) for turn in lost)

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, tuple[int, ...]]:
        del guard
        lost[:] = find(reading, RECOVERY_BATCH_ROWS)
        plan = tuple(write for turn in lost for write in plan_interrupt(turn, now_us))
        return plan, tuple(turn.place.turn_id for turn in lost)

    with store.reading() as reading:
        reading.guard()
        left = bool(find(reading, 1))
    recovered: list[int] = []
    while left:
        found = transact_fenced(store, work, lambda reading: not has_any(reading))
        recovered += found
        left = len(found) == RECOVERY_BATCH_ROWS
    return tuple(recovered)


def record_turn(store: Store, ports: Ports, turn: RecordedTurn, owner: str) -> int | None:
    """Store one whole completed turn and queue it; gives its number, None for a repair intent.

    With an operation id a repetition gives the same number and stores nothing.
    """
    from sayso.core.project.recorded import plan_recorded

    request = TurnRequest(user_text=turn.user_text, intent=turn.intent, session=turn.session)
    admitted = admit(request)
    fault = text_fault(turn.assistant_text, "the assistant text", may_be_empty=True)
    if fault is not None:
        raise RequestError(fault)
    if isinstance(admitted, Skipped):
        from sayso.shell.gaps import mark_gap

        mark_gap(store, turn.session)
        return None
    key = key_of(
        turn.op_id, "record", turn.user_text, turn.assistant_text, turn.intent, turn.session
    )
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
        del reading
        state = _admission_state(guard)
        plan, number = plan_recorded(admitted, state, turn.assistant_text, (owner, now_us))
        return plan, str(number)

    return int(transact_once(store, key, now_us, work))


def _admission_state(guard: Guarded) -> AdmissionState:
    return AdmissionState(
        scope_id=guard.scope_id,
        thread_id=guard.thread_id,
        next_sequence=guard.next_sequence,
        next_turn_id=guard.next_turn_id,
        latest_said_us=guard.latest_said_us,
    )


def _leased(reading: Reading, turn_id: int) -> LeasedTurn:
    row = reading.row("turns/leased", id=turn_id)
    if row is None:
        raise NotFoundError(
            f"turn t{turn_id} is not there any more", "memory was cleared meanwhile"
        )
    from sayso.shell.store.turn_rows import leased_turn_of  # most turns end unread

    return leased_turn_of(row)
