"""Searches memory: the statements of a search, one after another, in one snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core.search import Hit, MatchType, add_hits, next_read, plan_search
from sayso.shell.store.rows import kind_of

if TYPE_CHECKING:
    from sayso.core.search import Search
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.store import Store

NEWEST_TURN = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a request may see: its scope, its thread, its session, and turns before its own."""

    scope_id: int
    thread_id: int
    session: str
    before_turn_id: int = NEWEST_TURN


def search(store: Store, query: str, place: Place) -> tuple[Hit, ...]:
    """Search memories in at most three statements; at most five hits (A200-A212)."""
    under_way = plan_search(query, place.scope_id, -place.thread_id)
    if under_way is None:
        return ()
    with store.reading() as reading:
        return _run(reading, under_way)


def find_hits(reading: Reading, query: str, place: Place) -> tuple[Hit, ...]:
    """Search within a reading that is under way."""
    under_way = plan_search(query, place.scope_id, -place.thread_id)
    return () if under_way is None else _run(reading, under_way)


def find_names(reading: Reading, query: str, place: Place) -> tuple[Hit, ...]:
    """Make the first stage of a search alone: memories whose name is the query or begins so."""
    under_way = plan_search(query, place.scope_id, -place.thread_id)
    stage = None if under_way is None else next_read(under_way)
    return (
        () if stage is None else tuple(map(_hit_of, reading.rows(stage.statement, **stage.params)))
    )


def _run(reading: Reading, under_way: Search) -> tuple[Hit, ...]:
    return states(reading, under_way)[-1].hits


def states(reading: Reading, under_way: Search) -> tuple[Search, ...]:
    """Run the stages of a search; gives it as it was before the first and after each."""
    found = [under_way]
    stage = next_read(under_way)
    while stage is not None:
        rows = reading.rows(stage.statement, **stage.params)
        found.append(add_hits(found[-1], tuple(map(_hit_of, rows))))
        stage = next_read(found[-1])
    return tuple(found)


def _hit_of(row: tuple[object, ...]) -> Hit:
    return Hit(
        row_id=int(str(row[0])),
        item_id=int(str(row[1])),
        kind=kind_of(str(row[2])),
        title=str(row[3]),
        synopsis=str(row[4]),
        match_type=MatchType(str(row[5])),
    )
