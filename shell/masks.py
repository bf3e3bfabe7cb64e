"""Reads what forgetting hides of turns that are about to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.project.masks import UNMASKED, masks_of
from sayso.shell.errors import DamagedTextError
from sayso.shell.store.item_rows import tombstone_of
from sayso.shell.store.rows import json_of
from sayso.shell.store.turn_rows import turn_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sayso.core.project.masks import Masks
    from sayso.core.turns import Turn
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.rows import Row


def read_masks(reading: Reading, turns: Iterable[Turn]) -> Masks:
    """Read what is hidden in turns of one scope: every place in them, and the newest elsewhere.

    Where nothing was ever forgotten, that takes one look.
    """
    by_id = {turn.id: turn for turn in turns}
    if not by_id:
        return UNMASKED
    newest = reading.rows(
        "items/newest_tombstones",
        thread_id=next(iter(by_id.values())).thread_id,
        limit_rows=limits.MASK_TOMBSTONES_MAX,
    )
    if not newest:
        return UNMASKED
    here = reading.rows("items/tombstones_of_turns", turn_ids=json_of(list(by_id)))
    stones = {one.id: one for one in map(tombstone_of, (*newest, *here))}
    elsewhere = {one.turn_id for one in stones.values()} - by_id.keys()
    rows = reading.rows("turns/by_ids", ids=json_of(sorted(elsewhere)))
    return masks_of(stones.values(), (*by_id.values(), *intact(reading, rows)))


def intact(reading: Reading, rows: Iterable[Row]) -> Iterator[Turn]:
    """Give the turns that are what was stored; the others are doubted."""
    for row in rows:
        try:
            yield turn_of(row)
        except DamagedTextError as error:
            reading.doubt(error.message)
