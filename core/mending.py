"""Mending what is derived: rows that belong to nothing, counts that are off, as plans.

Input: what was counted, and what the rows come to. Output: what to add to the counts, which may be
less than nothing: others may count meanwhile.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from sayso.core.indexing import plan_count
from sayso.core.lists import json_list
from sayso.core.plans import Write
from sayso.core.terms import endings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.plans import Plan

Sizes = dict[int, tuple[int, int]]
Tallies = dict[tuple[str, str], int]

_PAGE: Final = 4_096


class Marks:
    """Which numbers were met before: a bit each, in pages, since they lie close together."""

    def __init__(self) -> None:
        """Begin with none."""
        self._pages: dict[int, bytearray] = {}

    def is_new(self, number: int) -> bool:
        """Mark a number, and tell whether it was not marked before."""
        page, rest = divmod(number, _PAGE)
        bits = self._pages.setdefault(page, bytearray(_PAGE // 8))
        at, bit = rest >> 3, 1 << (rest & 7)
        before = bits[at]
        bits[at] = before | bit
        return not before & bit


def sizes_of(postings: Iterable[tuple[int, int, int]]) -> Sizes:
    """Give how many documents each scope has and their length, by (scope, document, length)."""
    marks = Marks()
    docs: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    for scope_id, number, length in postings:
        if marks.is_new(number):
            docs[scope_id] += 1
            lengths[scope_id] += length
    return {scope_id: (docs[scope_id], lengths[scope_id]) for scope_id in docs}


def plan_sizes(true: Sizes, told: Sizes) -> Plan:
    """Bring the counts of scopes to what their postings come to."""
    plan: list[Write] = []
    for scope_id in sorted(true.keys() | told.keys()):
        docs, length = true.get(scope_id, (0, 0))
        docs_told, length_told = told.get(scope_id, (0, 0))
        if (docs, length) != (docs_told, length_told):
            plan.append(plan_count(scope_id, docs - docs_told, length - length_told))
    return tuple(plan)


def off_tallies(true: Tallies, told: Tallies) -> Tallies:
    """Give by how many tallies are off, of each subject and state.

    >>> off_tallies({("turns", "open"): 2}, {("turns", "open"): 1, ("jobs", "leased"): 0})
    {('turns', 'open'): 1}
    """
    changes = {
        key: true.get(key, 0) - told.get(key, 0) for key in sorted(true.keys() | told.keys())
    }
    return {key: change for key, change in changes.items() if change}


def plan_tallies(true: Tallies, told: Tallies) -> Plan:
    """Bring the tallies to what there is."""
    return tuple(
        Write(
            statement="postings/count_state",
            params={"subject": subject, "state": state, "number": change},
        )
        for (subject, state), change in off_tallies(true, told).items()
    )


def endings_of(values: Iterable[tuple[int, int, str]]) -> list[tuple[int, str, int]]:
    """Give all endings of values, given by number, reach and text."""
    return [(reach, ending, number) for number, reach, value in values for ending in endings(value)]


def plan_endings(rows: Iterable[tuple[int, str, int]]) -> Plan:
    """Add those endings that are not there."""
    return (
        Write(
            statement="postings/insert_endings",
            params={"rows": json_list([list(row) for row in rows])},
            expect_rows=None,
        ),
    )


def plan_sweep(statement: str, rows: Iterable[tuple[object, ...]]) -> Plan:
    """Drop rows that belong to nothing, by their keys."""
    keys = json_list([list(row) for row in rows])
    return (Write(statement=statement, params={"rows": keys}, expect_rows=None),)
