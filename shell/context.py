"""What a request is given of memory before it asks: recent messages and the routing context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.kinds import Kind
from sayso.core.project.context import (
    ContextInput,
    HistoryMessage,
    choose_words,
    render_context,
    render_history,
)
from sayso.shell.errors import NotFoundError
from sayso.shell.fixed_words import context_words
from sayso.shell.masks import read_masks
from sayso.shell.store.item_rows import item_of
from sayso.shell.store.turn_rows import thread_of, turn_of

if TYPE_CHECKING:
    from sayso.core.items import Item
    from sayso.shell.searching import Place
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a request is given: recent messages, oldest first, and the routing context."""

    history: tuple[HistoryMessage, ...]
    text: str


def read_context(store: Store, place: Place) -> Context:
    """Assemble history and routing context for one request (A213-A223)."""
    with store.reading() as reading:
        reading.guard()
        return Context(history=_history(reading, place), text=_routing(reading, place))


def _history(reading: Reading, place: Place) -> tuple[HistoryMessage, ...]:
    """Give a session its history; one without turns yet gets that of the latest finished one."""
    rows = _recent(reading, place, place.session)
    if not rows:
        latest = reading.row(
            "turns/latest_session", thread_id=place.thread_id, before_id=place.before_turn_id
        )
        rows = [] if latest is None else _recent(reading, place, latest[0])
    turns = [turn_of(row) for row in reversed(rows)]
    return render_history(turns, read_masks(reading, turns))


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
