"""What a semantic index asks of its backend, and how records go into either.

Both backends hold the same rows; each change happens under the index's lock, which the caller
holds.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

from sayso.core.knowledge.hashing import embed
from sayso.core.knowledge.semantic_rows import Row, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sayso.core.knowledge.hashing import Vector
    from sayso.core.knowledge.json_values import JsonObject
    from sayso.core.knowledge.meaning import Record

log: Final = logging.getLogger(__name__)
WORDS_DIM: Final = 256  # of vectors that are made for one search and not kept
Embed: TypeAlias = "Callable[[str], Vector | None]"  # None: the embedder failed
Found: TypeAlias = "list[tuple[Row, float]]"


class Store(Protocol):
    """What keeps the rows of an index."""

    @property
    def name(self) -> str:
        """Give the backend's name."""

    def fault(self) -> str:
        """Say what is damaged, '' where nothing is."""

    def length(self) -> int | None:
        """Give how long the vectors are, None where there are none."""

    def count(self) -> int:
        """Give how many rows there are."""

    def rows(self) -> tuple[Row, ...]:
        """Give all rows."""

    def known(self, ids: Iterable[str]) -> dict[str, Row]:
        """Give those rows of these ids that there are."""

    def nearest(self, asked: Vector, k: int, min_score: float) -> Found:
        """Give the rows nearest to what is asked, with their scores, in order."""

    def put(self, rows: Sequence[Row]) -> None:
        """Add rows, or put them in the place of those with their ids."""

    def replace(self, rows: Sequence[Row]) -> None:
        """Put rows in the place of all there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A record on its way in; no vector where the embedder failed."""

    record: Record
    metadata: JsonObject
    vector: Vector | None


def keep(store: Store, given: Mapping[str, Given], dim: int, embedded: Embed) -> None:
    """Keep records; of one that is kept already, only a vector that is another now is renewed.

    Vectors of another length than those in the store mean another embedder: all are made anew.
    """
    length = store.length()
    told = next((len(one.vector) for one in given.values() if one.vector is not None), length)
    if length is not None and told is not None and told != length:
        log.warning("vectors of %d numbers are made anew with %d", length, told)
        store.replace([_anew(row, told, embedded) for row in store.rows()])
    known = store.known(given)
    changed = [_changed(one, known.get(name), told or dim) for name, one in given.items()]
    store.put([row for row in changed if row is not None])


def nearest_by_words(store: Store, query: str, k: int, min_score: float) -> Found:
    """Compare the words of the records, where their vectors can't be compared with a query's."""
    rows = {row.id: row for row in store.rows()}
    vectors = {name: embed(row.record.composed, WORDS_DIM) for name, row in rows.items()}
    best = nearest(vectors, embed(query, WORDS_DIM), k, min_score)
    return [(rows[name], score) for name, score in best]


def _changed(given: Given, known: Row | None, length: int) -> Row | None:
    """Give the row to be written for a record, None where it stands as it is."""
    vector = given.vector
    if vector is not None and len(vector) != length:
        vector = None
    if known is None:
        made = vector or embed(given.record.composed, length)
        return Row(record=given.record, vector=made, metadata=given.metadata)
    return None if vector in (None, known.vector) else replace(known, vector=vector)


def _anew(row: Row, length: int, embedded: Embed) -> Row:
    vector = embedded(row.record.composed)
    if vector is None or len(vector) != length:
        vector = embed(row.record.composed, length)
    return replace(row, vector=vector)
