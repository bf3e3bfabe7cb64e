"""Reading one memory: a bounded body with excerpts of the words that prove it (A190, A224)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.items import KIND_POLICIES, Kind
from sayso.core.text import clip

if TYPE_CHECKING:
    from sayso.core.items import Item, Source
    from sayso.core.turns import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """Words of a source, at most 800 characters of them."""

    turn_id: int
    role: Role
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReading:
    """What a reader of a memory gets."""

    item_id: int
    kind: Kind
    title: str
    content: str
    non_factual: bool
    sources: tuple[Excerpt, ...]


def read_item(item: Item, sources: tuple[Source, ...]) -> ItemReading:
    """Bound an item and the newest of its sources for reading; sources come oldest first."""
    return ItemReading(
        item_id=item.item_id,
        kind=item.kind,
        title=item.title,
        content=clip(item.content, limits.READ_CONTENT_MAX_CHARS),
        non_factual=KIND_POLICIES[item.kind].non_factual,
        sources=tuple(
            Excerpt(
                turn_id=source.turn_id,
                role=source.role,
                quote=clip(source.quote, limits.READ_QUOTE_MAX_CHARS),
            )
            for source in sources[-limits.READ_SOURCES_MAX :]
        ),
    )
