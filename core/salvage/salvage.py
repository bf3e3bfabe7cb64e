"""A damaged store's bytes -> the rows of every table with a mark each, counts, and findings.

Rows are read again from their pages one by one when they are wanted, so no more than one text is
in memory at a time. Nothing here raises, whatever the bytes are.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.salvage.image import open_image
from sayso.core.salvage.judging import Judged, State, judge
from sayso.core.salvage.scan import SIDES, read_place, scan
from sayso.core.salvage.telling import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.plans import Value
    from sayso.core.salvage.columns import Key, Row
    from sayso.core.salvage.image import Image
    from sayso.core.salvage.scan import Place, Scan
    from sayso.core.salvage.sizing import Bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Gained:
    """What there is. `missing` counts turns that were there by their numbers, at least so many.

    `memories` are those in use, `proven` those of them whose sources are intact. `is_whole` tells
    that nothing is known to be missing or damaged.
    """

    intact: int
    damaged: int
    missing: int
    memories: int
    proven: int
    rows: int
    is_whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvage:
    """What a store still holds."""

    image: Image
    judged: Judged
    gained: Gained
    findings: tuple[str, ...]


def salvage(file: Bytes, log: Bytes) -> Salvage:
    """Read what a store's file and log still hold; either may be empty or anything else."""
    scanned = scan(open_image(file, log))
    judged = judge(scanned)
    return Salvage(
        image=scanned.image,
        judged=judged,
        gained=_gain(scanned, judged),
        findings=tell(scanned, judged),
    )


def read_rows(salvaged: Salvage, table: str) -> Iterator[dict[str, object]]:
    """Give the rows of a table by the names of an export, each with a mark under `salvage`."""
    places = salvaged.judged.rows.get(table, {}).values()
    read = ((read_place(salvaged.image, place), place) for place in places)
    return (
        _named(row) | {"salvage": _mark(salvaged.judged, place)}
        for row, place in read
        if row is not None
    )


def _named(row: Row) -> dict[str, object]:
    """Name the values of a row as an export does, which spells hashes in hexadecimal."""
    values = ((one.name, row.value(one.name)) for one in row.table.columns if one.is_exported)
    return {
        name: value.hex().upper() if isinstance(value, bytes) else value for name, value in values
    }


def _mark(judged: Judged, place: Place) -> dict[str, object]:
    table = place.table.name
    usual = State.DAMAGED if place.faults else State.UNVERIFIED
    mark: dict[str, object] = {
        "state": judged.states.get((table, place.key), usual),
        "found": place.found,
        "page": place.page,
    }
    for side, is_intact in zip(SIDES, place.sides, strict=False):
        mark[side] = State.INTACT if is_intact else State.DAMAGED
    if place.faults:
        mark["faults"] = place.faults
    if (copies := judged.copies.get((table, place.key))) is not None:
        mark["copies"] = copies
    if table == "memory_items" and place.brief["item_id"] in judged.forgotten:
        mark["forgotten"] = True
    return mark


def _gain(scanned: Scan, judged: Judged) -> Gained:
    turns = judged.rows.get("turns", {})
    states = Counter(judged.states[("turns", key)] for key in turns)
    in_use = [
        key
        for key, place in judged.rows.get("memory_items", {}).items()
        if place.brief["status"] == "active" and place.brief["item_id"] not in judged.forgotten
    ]
    proven = [key for key in in_use if judged.states[("memory_items", key)] is State.INTACT]
    damaged, missing = states[State.DAMAGED], _missing(turns, scanned.last_turn)
    return Gained(
        intact=states[State.INTACT],
        damaged=damaged,
        missing=missing,
        memories=len(in_use),
        proven=len(proven),
        rows=sum(len(found) for found in judged.rows.values()),
        is_whole=scanned.is_whole and not damaged and not missing,
    )


def _missing(turns: Mapping[Key, Place], last: int) -> int:
    """Count numbers that no turn has, below the highest; those of turns and of conversations.

    Both leave something out: the first turns of a generation, the last ones of a conversation.
    """
    ids = [key[0] for key in turns if isinstance(key[0], int)]
    among_all = max(last, *ids) - min(ids) + 1 - len(ids) if ids else 0
    return max(among_all, _gaps(turns.values()))


def _gaps(turns: Iterable[Place]) -> int:
    """Count the numbers that are missing below the highest of each conversation."""
    numbers: dict[Value, set[int]] = {}
    for turn in turns:
        sequence = turn.brief["sequence"]
        if isinstance(sequence, int) and sequence > 0:
            numbers.setdefault(turn.brief["thread_id"], set()).add(sequence)
    return sum(max(found) - len(found) for found in numbers.values())
