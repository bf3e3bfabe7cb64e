"""Makes the indexes anew, portion by portion; core/indexing.py plans each.

Every portion is a transaction of its own, so writers wait for none for long, and a process that
dies loses none that was done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.catalog import Healthy
from sayso.core.indexing import (
    MEMORY,
    RECALL,
    Editions,
    behind_notes,
    marks_of,
    plan_begin,
    plan_edition,
    plan_items,
    plan_turns,
    posted_of,
)
from sayso.core.recall.words import RECALL_VERSION
from sayso.core.terms import TERMS_VERSION
from sayso.shell.masks import intact
from sayso.shell.store.item_rows import item_of, tombstone_of
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Store

NO_EDITION: Final = 0  # no version of an extractor has this number
_ALL_TURNS: Final = 2**61  # above any number


@dataclass(frozen=True, slots=True, kw_only=True)
class Reindexed:
    """How many turns and memories were posted anew."""

    turns: int
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """How many turns and memories are still to be posted, counted as far as a limit."""

    turns: int
    memories: int


def read_editions(reading: Reading) -> Editions:
    """Read by which version each index is made."""
    rows = {row[0]: row for row in reading.rows("postings/editions")}
    none = (None, 0, _ALL_TURNS)
    _, recall, through = rows.get(RECALL, none)
    return Editions(
        memory=rows.get(MEMORY, none)[1],
        recall=recall,
        through=through if recall == RECALL_VERSION else _ALL_TURNS,
    )


def read_behind(reading: Reading, at_most: int = limits.REINDEX_COUNTED_MAX) -> Behind:
    """Count what is not posted by today's extractors; nothing is looked at where all is."""
    editions = read_editions(reading)
    if editions.is_current:
        return Behind(turns=0, memories=0)
    turns = memories = 0
    if editions.through is not None:
        turns = reading.rows("postings/left_turns", through=editions.through, limit_rows=at_most)[
            0
        ][0]
    if editions.memory != TERMS_VERSION:
        memories = len(_outdated(reading, 0, at_most, TERMS_VERSION))
    return Behind(turns=turns, memories=memories)


def index_notes(reading: Reading) -> tuple[str, ...]:
    """Tell what is behind, for a report."""
    behind = read_behind(reading)
    return behind_notes(behind.turns, behind.memories)


def reindex(store: Store, *, anew: bool = False) -> Reindexed:
    """Post everything that is behind; `anew` posts all again, whatever made their postings.

    Raises MemoryStorageError where the store cannot be written to.
    """
    if anew:
        store.transact(
            lambda reading, _: (
                (*plan_begin(reading.next_id("turns")), plan_edition(MEMORY, NO_EDITION)),
                None,
            )
        )
    posted_by = NO_EDITION if anew else TERMS_VERSION
    return Reindexed(turns=_post_turns(store), memories=_post_items(store, posted_by))


def catch_up(store: Store, at_most: int | None = None) -> None:
    """Post what is behind, where that is at most so many turns and memories."""
    if not isinstance(store.health, Healthy):
        return
    with store.reading() as reading:
        if read_editions(reading).is_current:
            return
        if at_most is not None:
            behind = read_behind(reading, at_most + 1)
            if max(behind.turns, behind.memories) > at_most:
                return
    reindex(store)


def _post_turns(store: Store) -> int:
    done = 0
    while (some := store.transact(turn_portion, is_repeatable=True)) is not None:
        done += some
    return done


def turn_portion(reading: Reading, _guard: Guarded) -> tuple[Plan, int | None]:
    """Plan the next portion; the answer is how many turns it posts, None when all are posted."""
    editions = read_editions(reading)
    if editions.recall != RECALL_VERSION:
        return plan_begin(reading.next_id("turns")), 0
    if editions.through is None:
        return (), None
    rows = reading.rows("postings/below", through=editions.through, limit_rows=limits.REINDEX_TURNS)
    scopes = {row[0]: row[1] for row in rows}
    ids = json_of(list(scopes))
    turns = tuple(intact(reading, reading.rows("turns/by_ids", ids=ids)))
    stones = map(tombstone_of, reading.rows("items/tombstones_of_turns", turn_ids=ids))
    documents = posted_of(turns, scopes, stones)
    known = reading.rows("postings/posted", documents=marks_of(documents))
    through = min(scopes) if len(scopes) == limits.REINDEX_TURNS else None
    posted = frozenset(row[0] for row in known)
    news = {one.doc_id >> 1 for one in documents if one.doc_id not in posted}
    return plan_turns(documents, posted, through), len(news)


def _post_items(store: Store, posted_by: int) -> int:
    done = after = 0
    while (some := store.transact(_item_portion(after, posted_by), is_repeatable=True)) is not None:
        count, after = some
        done += count
    return done


def _item_portion(
    after: int, posted_by: int
) -> Callable[[Reading, Guarded], tuple[Plan, tuple[int, int] | None]]:
    """Plan the next portion behind a row, of revisions that another version than one posted.

    The answer is how many there are and the last row, None when all are posted.
    """

    def work(reading: Reading, _guard: Guarded) -> tuple[Plan, tuple[int, int] | None]:
        if read_editions(reading).memory == TERMS_VERSION:
            return (), None
        rows = _outdated(reading, after, limits.REINDEX_ITEMS, posted_by)
        if not rows:
            return (plan_edition(MEMORY, TERMS_VERSION),), (0, after)
        return plan_items([(item_of(row), row[16]) for row in rows]), (len(rows), rows[-1][0])

    return work


def _outdated(reading: Reading, after: int, limit_rows: int, posted_by: int) -> list[Row]:
    return reading.rows(
        "items/outdated", after_id=after, terms_version=posted_by, limit_rows=limit_rows
    )
