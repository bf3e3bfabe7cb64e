"""Withdrawals: which memory a "forget what I said" means, in the order the user said things.

A withdrawal is the user's forget of the matching item, with the withdrawing turn as evidence. It
may also mean a candidate of an earlier turn of the same batch. Without one clear match nothing
is forgotten, and the refusal says so (design: withdrawal is a transition of its own).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sayso.core.items import is_older
from sayso.core.withdrawing import WithdrawalTarget, match_withdrawal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Candidate
    from sayso.core.speech.withdrawals import Withdrawal


@dataclass(frozen=True, slots=True, kw_only=True)
class RetractState:
    """What may be withdrawn: pending candidates of the job, and active items as targets.

    An item target's key is its item number. `previous_turns` gives, for each withdrawing turn,
    the turn before it in its session. `items_said` and `turns_said` give when an item's newest
    words and a withdrawing turn were said: nobody takes back what was not said yet.
    """

    candidates: tuple[Candidate, ...]
    items: tuple[WithdrawalTarget, ...]
    previous_turns: Mapping[int, int]
    items_said: Mapping[int, int | None] = field(default_factory=dict)
    turns_said: Mapping[int, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Retraction:
    """What the withdrawals come to: (number, withdrawing turn) pairs, and those without match."""

    items: tuple[tuple[int, int], ...]
    candidates: tuple[tuple[int, int], ...]
    unmatched: tuple[Withdrawal, ...]


def resolve_withdrawals(withdrawals: tuple[Withdrawal, ...], state: RetractState) -> Retraction:
    """Match each withdrawal, in turn order, against what was said before it."""
    items: list[tuple[int, int]] = []
    candidates: list[tuple[int, int]] = []
    unmatched: list[Withdrawal] = []
    for withdrawal in sorted(withdrawals, key=lambda one: (one.turn_id, one.start)):
        gone = {number for number, _ in items}
        dropped = {number for number, _ in candidates}
        open_items = tuple(
            one
            for one in state.items
            if one.key not in gone and not _is_later(one.key, withdrawal.turn_id, state)
        )
        open_candidates = tuple(
            candidate_target(one)
            for one in state.candidates
            if one.id not in dropped and _is_before(one, withdrawal.turn_id)
        )
        key = _match(withdrawal, state, (open_items, open_candidates))
        if key is None:
            unmatched.append(withdrawal)
        elif key < 0:
            candidates.append((-key, withdrawal.turn_id))
        else:
            items.append((key, withdrawal.turn_id))
    return Retraction(items=tuple(items), candidates=tuple(candidates), unmatched=tuple(unmatched))


def candidate_target(candidate: Candidate) -> WithdrawalTarget:
    """Give a candidate as something that can be withdrawn; its key is minus its number."""
    return WithdrawalTarget(
        key=-candidate.id,
        title=candidate.title,
        aliases=candidate.aliases,
        content=candidate.content,
        sources=candidate.sources,
    )


def _match(
    withdrawal: Withdrawal,
    state: RetractState,
    targets: tuple[tuple[WithdrawalTarget, ...], tuple[WithdrawalTarget, ...]],
) -> int | None:
    """Match against everything; where item and candidate tie, the standing item is meant."""
    items, candidates = targets
    previous = state.previous_turns.get(withdrawal.turn_id)
    key = match_withdrawal(withdrawal, previous, (*items, *candidates))
    if key is None and candidates:
        key = match_withdrawal(withdrawal, previous, items)
    return key


def _is_later(item_id: int, turn_id: int, state: RetractState) -> bool:
    """Tell whether an item was said after a withdrawing turn, as an old log may be imported now."""
    return is_older(state.turns_said.get(turn_id), state.items_said.get(item_id))


def _is_before(candidate: Candidate, turn_id: int) -> bool:
    return all(source.turn_id < turn_id for source in candidate.sources)
