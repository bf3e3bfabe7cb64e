"""Applying stage 2: operations and withdrawals become one plan, or none of it happens.

Input: the operations a model answered, and the state read inside the commit transaction. The
plan fails as a whole on the first illegal operation (A174-A179). Items are append-only: revise
adds a revision to the same item, supersede makes a new item that replaces the old one
(A180-A182).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from sayso.core.fidelity import added_name, adds_negation, drops_negation
from sayso.core.items import KIND_POLICIES, CandidateStatus, Item, ItemStatus, is_older, reach_of
from sayso.core.outcome import Failure, Result, Success, is_failure
from sayso.core.plans import Write
from sayso.core.postings import remove_postings, write_postings
from sayso.core.project.consolidation import Action
from sayso.core.rules.attributes import same_attribute
from sayso.core.subjects import anchors, subject_terms
from sayso.core.terms import TERMS_VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Candidate, Kind
    from sayso.core.plans import Plan
    from sayso.core.project.consolidation import Operation


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyState:
    """What the store holds at commit time: pending candidates, related active items, next row."""

    scope_id: int
    candidates: Mapping[int, Candidate]
    related: Mapping[int, Item]
    next_row_id: int
    now_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What a consolidation came to: item numbers by what happened to them."""

    created: tuple[int, ...]
    revised: tuple[int, ...]
    superseded: tuple[int, ...]


def plan_operations(
    operations: tuple[Operation, ...], state: ApplyState
) -> Result[tuple[Plan, Applied], str]:
    """Plan every operation, or fail with the reason the first illegal one gives."""
    handled = [number for operation in operations for number in operation.candidate_ids]
    fault = _coverage_fault(handled, state)
    if fault is not None:
        return Failure(fault)
    targets = [one.target_id for one in operations if one.target_id is not None]
    if len(set(targets)) != len(targets):
        return Failure("two operations name the same target")
    plan: list[Write] = []
    born: dict[Action, list[int]] = {action: [] for action in Action}
    row_id = state.next_row_id
    for operation in operations:
        legal = check_operation(operation, state)
        if is_failure(legal):
            return legal
        plan.extend(_candidate_writes(operation, state.now_us))
        if operation.action is Action.REJECT:
            continue
        writes, item = _item_writes(operation, state, row_id)
        plan.extend(writes)
        born[operation.action].append(item.item_id)
        row_id += 1
    applied = Applied(
        created=tuple(born[Action.CREATE]),
        revised=tuple(born[Action.REVISE]),
        superseded=tuple(born[Action.SUPERSEDE]),
    )
    return Success((tuple(plan), applied))


def _coverage_fault(handled: list[int], state: ApplyState) -> str | None:
    """Every pending candidate of the job is handled exactly once (A174)."""
    foreign = sorted(set(handled) - set(state.candidates))
    if foreign:
        return f"candidate c{foreign[0]} is not pending in this job"
    missing = sorted(set(state.candidates) - set(handled))
    if missing:
        return f"candidate c{missing[0]} is not handled"
    if len(handled) != len(state.candidates):
        return "a candidate is handled twice"
    return None


def check_operation(operation: Operation, state: ApplyState) -> Result[Operation, str]:
    """Check one operation against candidates, targets, kinds, reach and texts (A174-A176)."""
    candidates = [state.candidates[number] for number in operation.candidate_ids]
    if len({_kind_and_thread(one) for one in candidates}) != 1:
        return Failure("an operation mixes kinds or threads")
    needs_target = operation.action in (Action.REVISE, Action.SUPERSEDE)
    if needs_target != (operation.target_id is not None):
        return Failure(f"{operation.action} has {'no' if needs_target else 'a'} target")
    if operation.action is Action.REJECT:
        return Success(operation)
    if not (operation.title and operation.content and operation.synopsis):
        return Failure(f"{operation.action} needs a title, a content and a synopsis")
    fault = _text_fault(operation, candidates, state)
    if fault is not None:
        return Failure(fault)
    if operation.target_id is None:
        return Success(operation)
    return _check_target(operation, candidates, state)


def _text_fault(operation: Operation, candidates: list[Candidate], state: ApplyState) -> str | None:
    """Say where a text says something else than the words the item rests on, or None.

    The gate holds a proposal to its quotes; without this a model could write anything over them
    in the second stage. A revision may also speak of what its target says.
    """
    target = state.related.get(operation.target_id or 0)
    revised = (target.content,) if target and operation.action is Action.REVISE else ()
    said = [*revised, *(one.content for one in candidates)]
    said += [source.quote for one in candidates for source in one.sources]
    named = [text for one in (*candidates, *((target,) if target else ())) for text in _texts(one)]
    known = frozenset[str]().union(*map(anchors, said))
    texts = {
        "title": operation.title,
        "content": operation.content,
        "synopsis": operation.synopsis,
    }
    for name, text in texts.items():
        if known and not anchors(text) & known:
            return f"the {name} shares no word with what its candidates say"
        # The word itself stays out: it may be a secret, or one that the user wants forgotten.
        if added_name(text, [*said, *named]) is not None:
            return f"the {name} holds a name or number that its candidates do not"
        if adds_negation(text, said):
            return f"the {name} says the opposite of its candidates"
    if drops_negation(operation.content, said):
        return "the content says the opposite of its candidates"
    return None


def _texts(one: Candidate | Item) -> tuple[str, ...]:
    return (one.title, one.content, *one.aliases)


def _check_target(
    operation: Operation, candidates: list[Candidate], state: ApplyState
) -> Result[Operation, str]:
    target = state.related.get(operation.target_id or 0)
    if target is None:
        return Failure(f"m{operation.target_id} is not among the related active items")
    if (target.kind, target.thread_id) != _kind_and_thread(candidates[0]):
        return Failure(f"m{target.item_id} has another kind or reach")
    if operation.action is Action.SUPERSEDE and not _share_subject(target, candidates):
        return Failure(f"m{target.item_id} shares no subject term with its successor")
    said_at_us = _newest([one.said_at_us for one in candidates])
    if operation.action is Action.SUPERSEDE and is_older(said_at_us, target.said_at_us):
        return Failure(f"m{target.item_id} was said later than its successor")
    return Success(operation)


def _share_subject(target: Item, candidates: list[Candidate]) -> bool:
    old = subject_terms(target.title, (*target.aliases, target.content))
    return any(
        old & subject_terms(one.title, (*one.aliases, one.content))
        or same_attribute(target.content, one.content)
        for one in candidates
    )


def _kind_and_thread(candidate: Candidate) -> tuple[Kind, int | None]:
    bound = KIND_POLICIES[candidate.kind].thread_bound
    return candidate.kind, candidate.thread_id if bound else None


def _candidate_writes(operation: Operation, now_us: int) -> list[Write]:
    rejected = operation.action is Action.REJECT
    status = CandidateStatus.REJECTED if rejected else CandidateStatus.CONSOLIDATED
    return [
        Write(
            statement="items/settle_candidate",
            params={"id": number, "status": status, "now": now_us},
        )
        for number in operation.candidate_ids
    ]


def _item_writes(operation: Operation, state: ApplyState, row_id: int) -> tuple[list[Write], Item]:
    """Retire the target if there is one, then stage, link and activate the new revision."""
    target = None if operation.target_id is None else state.related[operation.target_id]
    item = _new_item(operation, state, row_id)
    reach = reach_of(state.scope_id, item.thread_id)
    writes: list[Write] = []
    if target is not None:
        replaced_by = item.item_id if item.item_id != target.item_id else None
        writes.extend(remove_postings(target, reach))
        writes.append(
            Write(
                statement="items/retire",
                params={
                    "row_id": target.row_id,
                    "replaced_by_id": replaced_by,
                    "now": state.now_us,
                },
            )
        )
    writes.append(stage_write(item, state.scope_id))
    if target is not None and operation.action is Action.REVISE:
        writes.append(
            Write(
                statement="items/inherit_candidates",
                params={"row_id": item.row_id, "from_row_id": target.row_id},
                expect_rows=None,
            )
        )
    writes.extend(
        Write(
            statement="items/link_candidate",
            params={"row_id": item.row_id, "candidate_id": number},
        )
        for number in operation.candidate_ids
    )
    writes.append(Write(statement="items/activate", params={"row_id": item.row_id}))
    writes.extend(write_postings(item, reach))
    return writes, item


def _new_item(operation: Operation, state: ApplyState, row_id: int) -> Item:
    target = None if operation.target_id is None else state.related[operation.target_id]
    first = state.candidates[operation.candidate_ids[0]]
    kind, thread_id = _kind_and_thread(first)
    said = [state.candidates[number].said_at_us for number in operation.candidate_ids]
    if target is not None:
        said.append(target.said_at_us)
    revises = target is not None and operation.action is Action.REVISE
    return Item(
        row_id=row_id,
        item_id=target.item_id if target is not None and revises else row_id,
        revision=target.revision + 1 if target is not None and revises else 1,
        kind=kind,
        thread_id=thread_id,
        title=operation.title,
        content=operation.content,
        synopsis=operation.synopsis,
        aliases=operation.aliases,
        keywords=operation.keywords,
        status=ItemStatus.ACTIVE,
        replaces_id=_replaces(target, revises=revises),
        replaced_by_id=None,
        created_at_us=state.now_us,
        updated_at_us=state.now_us,
        said_at_us=_newest(said),
    )


def _newest(times_us: list[int | None]) -> int | None:
    return max((time_us for time_us in times_us if time_us is not None), default=None)


def _replaces(target: Item | None, *, revises: bool) -> int | None:
    if target is None:
        return None
    return target.replaces_id if revises else target.item_id


def stage_write(item: Item, scope_id: int) -> Write:
    """Insert a revision as staged; it becomes active once its proof is linked."""
    return Write(
        statement="items/stage",
        params={
            "id": item.row_id,
            "item_id": item.item_id,
            "revision": item.revision,
            "scope_id": scope_id,
            "thread_id": item.thread_id,
            "kind": item.kind,
            "title": item.title,
            "content": item.content,
            "synopsis": item.synopsis,
            "aliases": orjson.dumps(item.aliases).decode(),
            "keywords": orjson.dumps(item.keywords).decode(),
            "non_factual": int(KIND_POLICIES[item.kind].non_factual),
            "replaces_id": item.replaces_id,
            "terms_version": TERMS_VERSION,
            "said_at": item.said_at_us,
            "now": item.created_at_us,
        },
    )
