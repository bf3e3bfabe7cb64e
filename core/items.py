"""Candidates, items and tombstones: the records, the kinds with their policy, legal statuses.

A candidate is what stage 1 proposed and the gate accepted. An item is what stage 2 keeps; each
row of it is an append-only revision (A180). A tombstone is what forget leaves: places and keyed
hashes, never text.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core.kinds import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.turns import Role

__all__ = [
    "KIND_POLICIES",
    "Candidate",
    "CandidateStatus",
    "Item",
    "ItemStatus",
    "Kind",
    "KindPolicy",
    "Source",
    "Tombstone",
    "is_older",
    "reach_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindPolicy:
    """What a kind demands: user evidence, reach and the factual flag."""

    thread_bound: bool
    non_factual: bool
    needs_user_quote: bool


KIND_POLICIES: Final[Mapping[Kind, KindPolicy]] = {
    Kind.PREFERENCE: KindPolicy(thread_bound=False, non_factual=False, needs_user_quote=True),
    Kind.DECISION: KindPolicy(thread_bound=False, non_factual=False, needs_user_quote=True),
    Kind.DISCUSSION: KindPolicy(thread_bound=True, non_factual=True, needs_user_quote=False),
}


class CandidateStatus(StrEnum):
    """Where a candidate stands."""

    PENDING = "pending"
    CONSOLIDATED = "consolidated"
    REJECTED = "rejected"
    SUPPRESSED = "suppressed"


class ItemStatus(StrEnum):
    """Where a revision of an item stands. `staged` exists only inside its own transaction."""

    STAGED = "staged"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a memory comes from: text[start:end] of one side of a turn, in code points.

    Invariant: `quote` is exactly that slice of the stored RAW text (A155).
    """

    turn_id: int
    role: Role
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An accepted proposal of stage 1. `id` is 0 until the store reserves one.

    `said_at_us` is when the user said it, None for a log without times.
    """

    id: int
    thread_id: int
    kind: Kind
    title: str
    content: str
    aliases: tuple[str, ...]
    sources: tuple[Source, ...]
    said_at_us: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One revision of a memory. `item_id` is the number users see (`m12`); `row_id` the row's.

    `thread_id` is set exactly for thread-bound kinds. `replaces_id` and `replaced_by_id` are
    item numbers. `said_at_us` is when the newest of its words were said, None when not known.
    """

    row_id: int
    item_id: int
    revision: int
    kind: Kind
    thread_id: int | None
    title: str
    content: str
    synopsis: str
    aliases: tuple[str, ...]
    keywords: tuple[str, ...]
    status: ItemStatus
    replaces_id: int | None
    replaced_by_id: int | None
    created_at_us: int
    updated_at_us: int
    said_at_us: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """What forget leaves of one source span. `last_turn_id` is the newest turn at that moment.

    `subject` holds keyed hashes of the item's normalised title and alias terms. A tombstone is
    lifted only by a later user turn: a live one by its number, an imported one by its own time
    against `forgotten_at_us` (a turn without a time counts as earlier).
    """

    id: int
    item_id: int
    turn_id: int
    role: Role
    start: int
    end: int
    subject: frozenset[str]
    last_turn_id: int
    forgotten_at_us: int


def is_older(one_us: int | None, other_us: int | None) -> bool:
    """Tell whether something was said before another; without a time it counts as earlier."""
    if other_us is None:
        return False
    return one_us is None or one_us < other_us


def reach_of(scope_id: int, thread_id: int | None) -> int:
    """Give the reach of a memory as one integer: the scope's number, or minus the thread's."""
    return scope_id if thread_id is None else -thread_id
