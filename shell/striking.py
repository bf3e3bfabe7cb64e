"""Reads what a forget changes in the postings of recall; core/recall/striking.py plans it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.indexing import plan_drop
from sayso.core.recall.striking import strike_out, turns_struck
from sayso.shell.masks import intact
from sayso.shell.reindexing import read_editions
from sayso.shell.store.item_rows import tombstone_of
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Reading


def struck_out(reading: Reading, plan: Plan) -> Plan:
    """Give a plan with what its tombstones strike out of the turns they lie on.

    A turn that is not what was stored is left to a rebuild, which leaves it out.
    """
    numbers = turns_struck(plan)
    if not numbers:
        return plan
    turns = tuple(intact(reading, reading.rows("turns/by_ids", ids=json_of(list(numbers)))))
    stones = reading.rows("items/tombstones_of_turns", turn_ids=json_of(list(numbers)))
    older = _places_of_older(reading, numbers)
    return strike_out((*plan, *plan_drop(older)), turns, map(tombstone_of, stones))


def _places_of_older(reading: Reading, numbers: tuple[int, ...]) -> list[tuple[int, int]]:
    """Find where turns stand that are still to be posted anew: maybe under words of no today.

    Nothing is read where all are posted by today's extractor.
    """
    through = read_editions(reading).through
    return [
        (word, document)
        for number in numbers
        if through is not None and number < through
        for word, document in reading.rows("postings/standing", low=number * 2, high=number * 2 + 2)
    ]
