"""Reading paths: read, list and show.

Every read happens in one snapshot, is bounded, and sees only what the scope and the bound thread
may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.ids import JOB, MEMORY, read_id
from sayso.core.items import Item, ItemStatus, Source
from sayso.core.kinds import Kind
from sayso.core.lists import json_list
from sayso.core.outcome import Failure, Result, is_failure
from sayso.core.project.reading import ItemReading, read_item
from sayso.shell.errors import MemorySchemaError, NotFoundError, RefusedError, RequestError
from sayso.shell.given import shown
from sayso.shell.proof import item_sources
from sayso.shell.store.item_rows import item_of
from sayso.shell.store.rows import kind_of

if TYPE_CHECKING:
    from sayso.shell.searching import Place
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One line of `list`."""

    item_id: int
    kind: Kind
    title: str
    synopsis: str
    revision: int
    updated_at_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """An item with all its revisions, oldest first, and every source they rest on.

    `findings` tell what of it could not be read, or is not what was stored; only a degraded store
    has any.
    """

    item: Item
    revisions: tuple[Item, ...]
    sources: tuple[Source, ...]
    findings: tuple[str, ...] = ()


def read_memory(store: Store, item_id: int, place: Place) -> ItemReading:
    """Read an active memory that the place may see; raises NotFoundError or RefusedError."""
    with store.reading() as reading:
        reading.guard()
        item = newest_revision(reading, item_id)
        if item.status is not ItemStatus.ACTIVE:
            raise RefusedError(f"m{item_id} is {item.status}", "'sayso show' still shows it")
        if item.thread_id is not None and item.thread_id != place.thread_id:
            raise RefusedError(f"m{item_id} belongs to another thread", "'sayso show' shows it")
        return read_item(item, item_sources(reading, item_id))


def list_memories(reading: Reading, place: Place) -> tuple[Listed, ...]:
    """List the usable memories, newest first (A53)."""
    rows = reading.rows(
        "status/list",
        scope_reach=place.scope_id,
        thread_reach=-place.thread_id,
        kinds=json_list(list(Kind)),
        limit_rows=limits.LIST_ITEMS_MAX,
    )
    return tuple(
        Listed(
            item_id=row[0],
            kind=kind_of(row[1]),
            title=row[2],
            synopsis=row[3],
            revision=row[4],
            updated_at_us=row[5],
        )
        for row in rows
    )


def show_memory(reading: Reading, item_id: int) -> Shown:
    """Show an item in any status, with revisions and sources (A55-A57).

    Raises NotFoundError, but MemorySchemaError where a damaged store may have held it.
    """
    revisions = tuple(map(item_of, reading.rows("items/revisions", item_id=item_id)))
    if not revisions and reading.findings:
        raise MemorySchemaError(f"m{item_id} {reading.findings[0]}", "see 'sayso status'")
    if not revisions:
        raise unknown_item(item_id)
    sources = item_sources(reading, item_id)
    return Shown(
        item=revisions[-1], revisions=revisions, sources=sources, findings=reading.findings
    )


def newest_revision(reading: Reading, item_id: int) -> Item:
    """Read the newest revision of an item; raises NotFoundError."""
    row = reading.row("items/newest", item_id=item_id)
    if row is None:
        raise unknown_item(item_id)
    return item_of(row)


def unknown_item(item_id: int) -> NotFoundError:
    """Give the error for a memory number that was never handed out or is cleared."""
    return NotFoundError(f"there is no memory m{item_id}", "'sayso list' shows what there is")


def parse_id(memory_id: int | str) -> int:
    """Read a memory's number from `m12` or 12; raises RequestError for anything else."""
    number = _read(MEMORY, memory_id)
    if is_failure(number):
        raise RequestError(
            f"{shown(memory_id)} is no memory id", "ids look like m12; see 'sayso list'"
        )
    return number.unwrap()


def _read(letter: str, given: object) -> Result[int, str]:
    """Read an id with its letter, or as a number of ours."""
    if isinstance(given, int) and not 0 < given <= limits.NUMBER_MAX:
        return Failure("no such number was ever given")
    return read_id(letter, str(given) if isinstance(given, int | str) else "")


def parse_job_id(job_id: int | str) -> int:
    """Read a job's number from `j3` or 3; raises RequestError for anything else."""
    number = _read(JOB, job_id)
    if is_failure(number):
        raise RequestError(f"{shown(job_id)} is no job id", "ids look like j3; see 'sayso status'")
    return number.unwrap()
