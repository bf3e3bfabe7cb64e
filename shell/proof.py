"""Sources with what proves them: no quote leaves the store before it is held against its turn.

A quote is what the text of its turn says at its place, and that text is what was stored. Where one
of the two fails, `Reading.doubt` decides: an ordinary reading raises DamagedTextError, a diagnosis
of a damaged store notes it as a finding and shows what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.outcome import is_failure
from sayso.core.raw import quote_fault
from sayso.core.turns import Role
from sayso.shell.store.item_rows import source_of
from sayso.shell.store.rows import json_of
from sayso.shell.store.turn_rows import raw_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.items import Source
    from sayso.core.turns import Turn
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.rows import Row


def item_sources(reading: Reading, item_id: int) -> tuple[Source, ...]:
    """Read every source of an item, in the order they were said, and check them all."""
    rows = reading.rows("items/sources_of_item", item_id=item_id)
    sources = tuple(read_source(reading, row) for row in rows)
    _check_by_rows(reading, sources)
    return sources


def read_source(reading: Reading, row: Row) -> Source:
    """Build a source from (turn, role, quote as bytes, start, end)."""
    turn_id, role, quote, start, end = row
    try:
        said = quote.decode("utf-8")
    except (UnicodeDecodeError, AttributeError):
        reading.doubt(f"t{turn_id}: a quote is no UTF-8 any more")
        said = str(quote, "utf-8", "replace") if isinstance(quote, bytes) else ""
    return source_of((turn_id, role, said, start, end))


def check_sources(reading: Reading, sources: tuple[Source, ...], turns: Mapping[int, Turn]) -> None:
    """Hold sources against turns that were read, and so checked, before."""
    for source in sources:
        turn = turns.get(source.turn_id)
        if turn is None:
            _doubt_missing(reading, source.turn_id)
        else:
            _check(reading, source, turn.text_of(source.role))


def _check_by_rows(reading: Reading, sources: tuple[Source, ...]) -> None:
    """Hold sources against their turns' rows, one turn at a time, however long the texts are."""
    for turn_id in dict.fromkeys(source.turn_id for source in sources):
        row = reading.row("turns/by_ids", ids=json_of([turn_id]))
        if row is None:
            _doubt_missing(reading, turn_id)
            continue
        for role in Role:
            quoted = [one for one in sources if one.turn_id == turn_id and one.role is role]
            read = raw_of(row, role)
            if not is_failure(read):
                for source in quoted:
                    _check(reading, source, read.unwrap())
            elif quoted:
                reading.doubt(read.failure())


def _check(reading: Reading, source: Source, said: str) -> None:
    fault = quote_fault(source, said)
    if fault is not None:
        reading.doubt(fault)


def _doubt_missing(reading: Reading, turn_id: int) -> None:
    reading.doubt(f"t{turn_id}: the turn that is quoted is not there")
