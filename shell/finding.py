"""Reading paths: context for a request, search, read, list and show.

Every read happens in one snapshot, is bounded, and sees only what the scope and the bound thread
may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import sayso.core
from sayso.core import limits
from sayso.core.ids import JOB, MEMORY, read_id
from sayso.core.items import Item, ItemStatus, Kind, Source
from sayso.core.outcome import Failure, Result, is_failure
from sayso.core.project.context import (
    ContextInput,
    ContextWords,
    HistoryMessage,
    choose_words,
    render_context,
    render_history,
)
from sayso.core.project.reading import ItemReading, read_item
from sayso.core.search import Hit, MatchType, add_hits, next_read, plan_search
from sayso.shell.errors import MemorySchemaError, NotFoundError, RefusedError, RequestError
from sayso.shell.given import shown
from sayso.shell.proof import item_sources
from sayso.shell.store.rows import (
    item_of,
    json_of,
    kind_of,
    thread_of,
    tombstone_of,
    turn_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a request is given: recent messages, oldest first, and the routing context."""

    history: tuple[HistoryMessage, ...]
    text: str


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


def read_context(store: Store, place: Place) -> Context:
    """Assemble history and routing context for one request (A213-A223)."""
    with store.reading() as reading:
        reading.guard()
        return Context(history=_history(reading, place), text=_routing(reading, place))


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


def _run(reading: Reading, under_way: Search) -> tuple[Hit, ...]:
    stage = next_read(under_way)
    while stage is not None:
        rows = reading.rows(stage.statement, **stage.params)
        under_way = add_hits(under_way, tuple(map(_hit_of, rows)))
        stage = next_read(under_way)
    return under_way.hits


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


def _history(reading: Reading, place: Place) -> tuple[HistoryMessage, ...]:
    """Give a session its history; one without turns yet gets that of the latest finished one."""
    rows = _recent(reading, place, place.session)
    if not rows:
        latest = reading.row(
            "turns/latest_session", thread_id=place.thread_id, before_id=place.before_turn_id
        )
        rows = [] if latest is None else _recent(reading, place, latest[0])
    turns = [turn_of(row) for row in reversed(rows)]
    stones = reading.rows("items/tombstones_of_turns", turn_ids=json_of([one.id for one in turns]))
    return render_history(turns, tuple(map(tombstone_of, stones)))


def _recent(reading: Reading, place: Place, session: str) -> list[tuple[object, ...]]:
    return reading.rows(
        "turns/recent",
        thread_id=place.thread_id,
        session=session,
        before_id=place.before_turn_id,
        limit_rows=limits.HISTORY_MAX_TURNS,
    )


def _routing(reading: Reading, place: Place) -> str:
    parts = routing_parts(reading, place)
    return render_context(parts, choose_words(parts, context_words()))


def routing_parts(reading: Reading, place: Place) -> ContextInput:
    """Read what the routing context of a place is made of; raises NotFoundError."""
    row = reading.row("turns/thread", id=place.thread_id)
    if row is None:
        raise NotFoundError(
            f"thread {place.thread_id} is not there any more", "memory was cleared meanwhile"
        )
    thread = thread_of(row)
    return ContextInput(
        preferences=_active(reading, place.scope_id, Kind.PREFERENCE),
        decisions=_active(reading, place.scope_id, Kind.DECISION),
        discussions=_active(reading, -place.thread_id, Kind.DISCUSSION),
        compaction=thread.compaction,
    )


def _active(reading: Reading, reach: int, kind: Kind) -> tuple[Item, ...]:
    rows = reading.rows(
        "items/active", reach=reach, kind=kind, limit_rows=limits.CONTEXT_LINES_PER_KIND
    )
    return tuple(map(item_of, rows))


def _hit_of(row: tuple[object, ...]) -> Hit:
    return Hit(
        row_id=int(str(row[0])),
        item_id=int(str(row[1])),
        kind=kind_of(str(row[2])),
        title=str(row[3]),
        synopsis=str(row[4]),
        match_type=MatchType(str(row[5])),
    )


@cache
def context_words() -> Mapping[str, ContextWords]:
    """Load the fixed words of the routing context, by language."""
    return {language: _load_words(language) for language in ("en", "zh")}


def _load_words(language: str) -> ContextWords:
    folder = next(iter(sayso.core.__path__))
    text = Path(folder, "prompts", f"context.{language}.txt").read_text(encoding="utf-8")
    return ContextWords(**dict(line.split(": ", 1) for line in text.splitlines() if line))


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
