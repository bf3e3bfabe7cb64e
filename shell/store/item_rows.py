"""Builds memories, their candidates, sources and tombstones from rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.items import Candidate, Item, ItemStatus, Source, Tombstone
from sayso.core.kinds import Kind
from sayso.core.turns import Role
from sayso.shell.store.rows import meaningful, strings_of

if TYPE_CHECKING:
    from sayso.shell.store.rows import Row


@meaningful
def item_of(row: Row) -> Item:
    """Build a revision of an item from the columns of the statements below sql/items."""
    return Item(
        row_id=row[0],
        item_id=row[1],
        revision=row[2],
        kind=Kind(row[3]),
        thread_id=row[4],
        title=row[5],
        content=row[6],
        synopsis=row[7],
        aliases=strings_of(row[8]),
        keywords=strings_of(row[9]),
        status=ItemStatus(row[10]),
        replaces_id=row[11],
        replaced_by_id=row[12],
        created_at_us=row[13],
        updated_at_us=row[14],
        said_at_us=row[15],
    )


@meaningful
def source_of(row: Row) -> Source:
    """Build a source from (turn, role, quote, start, end)."""
    return Source(turn_id=row[0], role=Role(row[1]), quote=row[2], start=row[3], end=row[4])


@meaningful
def candidate_of(row: Row, sources: tuple[Source, ...]) -> Candidate:
    """Build a candidate with its sources."""
    return Candidate(
        id=row[0],
        thread_id=row[1],
        kind=Kind(row[2]),
        title=row[3],
        content=row[4],
        aliases=strings_of(row[5]),
        sources=sources,
        said_at_us=row[6],
    )


@meaningful
def tombstone_of(row: Row) -> Tombstone:
    """Build a tombstone."""
    return Tombstone(
        id=row[0],
        item_id=row[1],
        turn_id=row[2],
        role=Role(row[3]),
        start=row[4],
        end=row[5],
        subject=frozenset(strings_of(row[6])),
        last_turn_id=row[7],
        forgotten_at_us=row[8],
    )
