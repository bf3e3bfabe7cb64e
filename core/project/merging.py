"""What one consolidation does: withdrawals first, then the operations on what is left.

Input: the state read inside the commit transaction. Output: one plan with the job's fence. The
withdrawals are resolved again at commit, so a plan never rests on a view that has moved on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import orjson

from sayso.core.jobs import JobStatus, plan_success
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.plans import Write
from sayso.core.project.applying import Applied, ApplyState, plan_operations
from sayso.core.project.burying import Ground, is_candidate_buried, new_stones, operation_fault
from sayso.core.project.forgetting import Forgetting, plan_forget, plan_suppress
from sayso.core.project.retracting import Retraction, RetractState, resolve_withdrawals

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Candidate, Item, Source, Tombstone
    from sayso.core.jobs import Job
    from sayso.core.plans import Plan
    from sayso.core.project.consolidation import Operation
    from sayso.core.speech.withdrawals import Withdrawal
    from sayso.core.turns import Turn

WITHDRAWAL_KIND = "withdrawal"
WITHDRAWAL_UNMATCHED = "withdrawal-unmatched"


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeState:
    """Everything a consolidation depends on.

    `turns` holds every source and withdrawing turn, and those that tombstones lie on.
    """

    scope_id: int
    thread_id: int
    subject_key: bytes
    candidates: tuple[Candidate, ...]
    turns: Mapping[int, Turn]
    tombstones: tuple[Tombstone, ...]
    withdrawals: tuple[Withdrawal, ...]
    retract: RetractState


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared:
    """What withdrawals and tombstones leave: the candidates that may still become memories.

    `buried` are candidates that a forget since their extraction stands against, `ground` is what
    was held against them.
    """

    retraction: Retraction
    candidates: tuple[Candidate, ...]
    buried: tuple[Candidate, ...]
    ground: Ground

    @property
    def forgotten_ids(self) -> frozenset[int]:
        """Numbers of the items that this job's withdrawals forget."""
        return frozenset(number for number, _ in self.retraction.items)


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeInput:
    """What is read for a plan once it is clear which items are concerned.

    `forgotten` gives, for each withdrawn item, its newest revision and all its sources.
    """

    related: tuple[Item, ...]
    forgotten: Mapping[int, tuple[Item, tuple[Source, ...]]]
    next_row_id: int
    now_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What a consolidation came to, as item numbers and counts."""

    applied: Applied
    forgotten: tuple[int, ...]
    withdrawn_candidates: int
    unmatched: int


def clear_ground(state: MergeState) -> Cleared:
    """Resolve the withdrawals and set aside candidates that are withdrawn or buried.

    A withdrawal of this very batch buries too: what was restated before it goes with it.
    """
    retraction = resolve_withdrawals(state.withdrawals, state.retract)
    withdrawn = {number for number, _ in retraction.candidates}
    left = tuple(one for one in state.candidates if one.id not in withdrawn)
    ground = _ground(state, retraction)
    buried = tuple(one for one in left if is_candidate_buried(one, ground))
    return Cleared(
        retraction=retraction,
        candidates=tuple(one for one in left if one not in buried),
        buried=buried,
        ground=ground,
    )


def _ground(state: MergeState, retraction: Retraction) -> Ground:
    """Give what stands against memories here: all tombstones, and those of this very batch."""
    before = Ground(turns=state.turns, tombstones=state.tombstones, key=state.subject_key)
    stones = new_stones(retraction, state.retract, before)
    return replace(before, tombstones=(*state.tombstones, *stones))


def plan_merge(
    job: Job, operations: tuple[Operation, ...], state: MergeState, found: MergeInput
) -> Result[tuple[Plan, Merged], str]:
    """Plan the whole consolidation, or fail with the reason the first illegal operation gives."""
    cleared = clear_ground(state)
    gone = cleared.forgotten_ids
    ground = ApplyState(
        scope_id=state.scope_id,
        candidates={one.id: one for one in cleared.candidates},
        related={one.item_id: one for one in found.related if one.item_id not in gone},
        next_row_id=found.next_row_id,
        now_us=found.now_us,
    )
    planned = plan_operations(operations, ground)
    if is_failure(planned):
        return planned
    fault = operation_fault(operations, ground, cleared.ground)
    if fault is not None:
        return Failure(fault)
    writes, applied = planned.unwrap()
    merged = Merged(
        applied=applied,
        forgotten=tuple(sorted(gone)),
        withdrawn_candidates=len(cleared.retraction.candidates),
        unmatched=len(cleared.retraction.unmatched),
    )
    changed = applied.created or applied.revised or applied.superseded or merged.forgotten
    status = JobStatus.SUCCEEDED if changed else JobStatus.SUCCEEDED_NO_OUTPUT
    plan = (
        plan_success(job, status, found.now_us),
        *_withdrawal_writes(cleared, state, found),
        *writes,
        Write(statement="store/succeeded", params={"now": found.now_us}),
    )
    return Success((plan, merged))


def _withdrawal_writes(cleared: Cleared, state: MergeState, found: MergeInput) -> Plan:
    by_id = {one.id: one for one in state.candidates}
    withdrawn = [
        plan_suppress(by_id[number], _how(state, turn_id, found.now_us))
        for number, turn_id in cleared.retraction.candidates
    ]
    # Each by its number first: what is forgotten below takes others at the same place with it.
    writes = [first for first, *_ in withdrawn]
    for one in cleared.buried:
        params = {"id": one.id, "now": found.now_us}
        writes.append(Write(statement="items/suppress_candidate", params=params))
    for _, *rest in withdrawn:
        writes.extend(rest)
    for number, turn_id in cleared.retraction.items:
        item, sources = found.forgotten[number]
        writes.extend(plan_forget(item, sources, _how(state, turn_id, found.now_us)))
    writes.extend(
        _unmatched_write(one, state, found.now_us) for one in cleared.retraction.unmatched
    )
    return tuple(writes)


def _how(state: MergeState, turn_id: int, now_us: int) -> Forgetting:
    said_at_us = state.turns[turn_id].said_at_us
    return Forgetting(
        scope_id=state.scope_id,
        subject_key=state.subject_key,
        by_turn_id=turn_id,
        last_turn_id=turn_id,
        forgotten_at_us=now_us if said_at_us is None else said_at_us,
        now_us=now_us,
    )


def _unmatched_write(withdrawal: Withdrawal, state: MergeState, now_us: int) -> Write:
    return Write(
        statement="items/insert_refusal",
        params={
            "scope_id": state.scope_id,
            "thread_id": state.thread_id,
            "turn_id": withdrawal.turn_id,
            "kind": WITHDRAWAL_KIND,
            "reason": WITHDRAWAL_UNMATCHED,
            "title": "",
            "quotes": orjson.dumps([withdrawal.quote]).decode(),
            "now": now_us,
        },
    )
