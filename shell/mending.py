"""Mends what no portion of a rebuild can name: rows that belong to nothing, and wrong counts.

What is wrong is looked for while others write, and dropped by its keys in transactions that are
short. Counts are corrected by what they were off at one moment, so that whoever counts meanwhile
counts on.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.indexing import ALL_DONE, MEMORY, RECALL, plan_edition
from sayso.core.mending import (
    endings_of,
    plan_endings,
    plan_sizes,
    plan_sweep,
    plan_tallies,
    sizes_of,
)
from sayso.core.recall.words import RECALL_VERSION
from sayso.core.terms import TERMS_VERSION
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.mending import Sizes, Tallies
    from sayso.core.plans import Plan, Value
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Store

# What finds rows that belong to nothing, and what drops them by their keys; the order matters.
OF_TURNS: Final = (
    ("postings/strays", "postings/drop_rows"),
    ("postings/idle_words", "postings/drop_idle"),
)
OF_MEMORIES: Final = (
    ("postings/stray_terms", "postings/drop_terms"),
    ("postings/stray_content", "postings/drop_content"),
    ("postings/stray_values", "postings/drop_values"),
    ("postings/stray_endings", "postings/drop_endings"),
)
_COUNTED: Final = ("turns", "jobs", "items", "refusals")


def sweep(store: Store, kinds: Iterable[tuple[str, str]]) -> None:
    """Drop all rows of some kinds that belong to nothing."""
    for find, drop in kinds:
        _sweep(store, find, drop)


def mend_turns(store: Store) -> None:
    """End a rebuild of recall: what belongs to nothing goes, and the counts are set right."""
    sweep(store, OF_TURNS)
    with store.reading() as reading:
        true, told = read_sizes(reading)

    def work(reading: Reading, _guard: Guarded) -> tuple[Plan, None]:
        if _noted(reading).get(RECALL) != (RECALL_VERSION, ALL_DONE):
            return (), None  # another process has done it, or begun anew
        return (*plan_sizes(true, told), plan_edition(RECALL, RECALL_VERSION)), None

    store.transact(work, is_repeatable=True)


def mend_items(store: Store) -> None:
    """End a rebuild of memory search: what belongs to nothing goes, and no ending is missing."""
    with store.reading() as reading:
        begun = _noted(reading).get(MEMORY)
    sweep(store, OF_MEMORIES)
    after: int | None = 0
    while after is not None:
        after = _mend_endings(store, after)

    def work(reading: Reading, _guard: Guarded) -> tuple[Plan, None]:
        now = _noted(reading).get(MEMORY)
        if now != begun or now == (TERMS_VERSION, None):
            return (), None  # another process has done it, or begun anew
        return (plan_edition(MEMORY, TERMS_VERSION),), None

    store.transact(work, is_repeatable=True)


def mend_tallies(store: Store) -> None:
    """Set the tallies right, in one transaction."""

    def work(reading: Reading, _guard: Guarded) -> tuple[Plan, None]:
        return plan_tallies(*read_tallies(reading)), None

    store.transact(work, is_repeatable=True)


def read_sizes(reading: Reading) -> tuple[Sizes, Sizes]:
    """Read how large the scopes of recall are, by their postings and as it was counted."""
    told = {row[0]: (row[1], row[2]) for row in reading.rows("postings/scopes")}
    return sizes_of(reading.each("postings/lengths")), told


def read_tallies(reading: Reading) -> tuple[Tallies, Tallies]:
    """Read how many rows there are in each state, counted now and as they were counted."""
    true = {
        (subject, state): number
        for subject in _COUNTED
        for state, number in reading.rows(f"status/{subject}")
    }
    return true, {(row[0], row[1]): row[2] for row in reading.rows("checks/tallies")}


def _noted(reading: Reading) -> dict[str, Row]:
    return {row[0]: row[1:] for row in reading.rows("postings/editions")}


def _sweep(store: Store, find: str, drop: str) -> None:
    while True:
        with store.reading() as reading:
            rows = reading.rows(find, limit_rows=limits.REINDEX_STRAYS)
        if not rows:
            return
        plan = plan_sweep(drop, rows)
        store.transact(partial(_given, plan), is_repeatable=True)


def _given(plan: Plan, _reading: Reading, _guard: Guarded) -> tuple[Plan, None]:
    return plan, None


def _mend_endings(store: Store, after: int) -> int | None:
    """Add what is missing of the endings of some values; gives the last one's number."""
    some: dict[str, Value] = {"after_id": after, "limit_rows": limits.REINDEX_ITEMS}
    with store.reading() as reading:
        values = reading.rows("postings/values", **some)
        wanted = endings_of(values)
        ((there,),) = reading.rows("checks/endings", rows=json_of(wanted))
    if there < len(wanted):

        def work(reading: Reading, _guard: Guarded) -> tuple[Plan, None]:
            return plan_endings(endings_of(reading.rows("postings/values", **some))), None

        store.transact(work, is_repeatable=True)
    return values[-1][0] if values else None
