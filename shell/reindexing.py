"""Makes the indexes anew, portion by portion; core/indexing.py plans each.

Every portion is a transaction of its own that puts what is right in the place of what stood there,
so writers wait for none for long, what was found stays found, and a process that dies loses none
that was done. What stood there is looked for beforehand, for several portions at once: nothing but
a walk through all postings leads from a turn to the words another version gave it.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.catalog import Healthy
from sayso.core.indexing import (
    ALL_DONE,
    LOST_NOTE,
    MEMORY,
    NO_EDITION,
    RECALL,
    Editions,
    behind_notes,
    marks_of,
    plan_begin,
    plan_begin_items,
    plan_edition,
    plan_items,
    plan_turns,
    posted_of,
)
from sayso.core.recall.words import RECALL_VERSION
from sayso.core.terms import TERMS_VERSION
from sayso.shell.errors import DamagedTextError
from sayso.shell.masks import intact
from sayso.shell.mending import (
    OF_MEMORIES,
    OF_TURNS,
    mend_items,
    mend_tallies,
    mend_turns,
    sweep,
)
from sayso.shell.store.item_rows import item_of, tombstone_of
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sayso.core.indexing import Posted
    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Guarded, Reading, Work
    from sayso.shell.store.rows import Row
    from sayso.shell.store.store import Store

ALL_TURNS: Final = 2**61  # above any number


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What was seen of the documents of some turns: the words that each stands under, by number.

    The turns are those from `low` up to, but not with, `high`.
    """

    low: int = 0
    high: int = 0
    words: dict[int, array[int]] = field(default_factory=dict)

    def covers(self, through: int | None) -> bool:
        """Tell whether the next turns below one were looked at."""
        return through is not None and self.low < through <= self.high

    def places(self, low: int, high: int) -> list[tuple[int, int]]:
        """Give the places of the documents of some turns that were seen."""
        return [
            (word, document)
            for document, words in self.words.items()
            if low * 2 <= document < high * 2
            for word in words
        ]


def read_editions(reading: Reading) -> Editions:
    """Read by which version each index is made."""
    rows = {row[0]: row for row in reading.rows("postings/editions")}
    _, recall, through = rows.get(RECALL, (None, NO_EDITION, None))
    _, memory, memory_through = rows.get(MEMORY, (None, NO_EDITION, None))
    return Editions(
        memory=memory,
        recall=recall,
        through=through if recall == RECALL_VERSION else ALL_TURNS,
        memory_through=memory_through if memory == NO_EDITION else None,
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
    """Tell what is behind or lost, for a report; the doctor looks at all of it."""
    behind = read_behind(reading)
    lost = (LOST_NOTE,) if _lacks_newest(reading) else ()
    return (*behind_notes(behind.turns, behind.memories), *lost)


def _lacks_newest(reading: Reading) -> bool:
    """Tell whether the newest turns should be posted and are not."""
    if not read_editions(reading).is_current:
        return False
    rows = reading.rows(
        "postings/below", through=ALL_TURNS, low=0, limit_rows=limits.REINDEX_NOTICED_TURNS
    )
    try:
        documents = documents_of(reading, {row[0]: row[1] for row in rows})
    except DamagedTextError:
        return False  # which whoever reads the turn will tell
    found = reading.rows("postings/posted", documents=marks_of(documents))
    return {row[0] for row in found} < {one.doc_id for one in documents}


def reindex(store: Store, *, anew: bool = False) -> Reindexed:
    """Post everything that is behind; `anew` posts all again, whatever made their postings.

    Raises MemoryStorageError where the store cannot be written to.
    """
    if anew:
        mend_tallies(store)
        sweep(store, (*OF_TURNS, *OF_MEMORIES))  # numbers of lost words are given out again
        store.transact(
            lambda reading, _: ((*plan_begin(reading.next_id("turns")), *plan_begin_items()), None)
        )
    return Reindexed(turns=_post_turns(store), memories=_post_items(store))


def catch_up(store: Store, at_most: int | None = None) -> None:
    """Post what is behind, where that is at most so many turns and memories."""
    if not isinstance(store.health, Healthy):
        return
    with store.reading() as reading:
        editions = read_editions(reading)
        if editions.is_current:
            return
        if at_most is not None:
            behind = read_behind(reading, at_most + 1)
            is_at_its_end = editions.through == ALL_DONE  # what is left walks through all
            turns = _below(reading, ALL_TURNS, at_most + 1) if is_at_its_end else behind.turns
            if max(turns, behind.memories) > at_most:
                return
    reindex(store)


def _below(reading: Reading, through: int, at_most: int) -> int:
    count: int = reading.rows("postings/left_turns", through=through, limit_rows=at_most)[0][0]
    return count


def _post_turns(store: Store) -> int:
    done = 0
    window = Window()
    while True:
        with store.reading() as reading:
            editions = read_editions(reading)
            if editions.recall == RECALL_VERSION and editions.through is None:
                return done
            if not window.covers(editions.through):
                window = read_window(reading, editions)
        if editions.through == ALL_DONE:
            mend_turns(store)
        else:
            done += store.transact(turn_portion(window), is_repeatable=True)


def read_window(reading: Reading, editions: Editions) -> Window:
    """Look for the postings of the next turns; for none where making them has not begun."""
    through = editions.through
    if editions.recall != RECALL_VERSION or not through:
        return Window()
    limit = limits.REINDEX_WINDOW_TURNS
    (lowest, count), *_ = reading.rows("postings/window", through=through, limit_rows=limit)
    low = lowest if count == limit else 0
    words: defaultdict[int, array[int]] = defaultdict(lambda: array("q"))
    for word, document in reading.each("postings/standing", low=low * 2, high=through * 2):
        words[document].append(word)
    return Window(low=low, high=through, words=words)


def turn_portion(window: Window) -> Work[int]:
    """Plan the next portion of the turns that were looked at; the answer is how many it posts."""

    def work(reading: Reading, _guard: Guarded) -> tuple[Plan, int]:
        editions = read_editions(reading)
        if editions.recall != RECALL_VERSION:
            return plan_begin(reading.next_id("turns")), 0
        through = editions.through
        if through is None or not window.covers(through):
            return (), 0  # another process got on with it
        rows = reading.rows(
            "postings/below", through=through, low=window.low, limit_rows=limits.REINDEX_TURNS
        )
        scopes = {row[0]: row[1] for row in rows}
        documents = documents_of(reading, scopes)
        found = reading.rows("postings/posted", documents=marks_of(documents))
        low = min(scopes) if len(scopes) == limits.REINDEX_TURNS else window.low
        places = window.places(low, through)
        known = frozenset((*(row[0] for row in found), *(doc for _, doc in places)))
        return plan_turns(documents, known, places, low), len(scopes)

    return work


def documents_of(reading: Reading, scopes: Mapping[int, int]) -> tuple[Posted, ...]:
    """Give the documents of turns, whose scopes are given by their numbers."""
    ids = json_of(list(scopes))
    turns = tuple(intact(reading, reading.rows("turns/by_ids", ids=ids)))
    stones = map(tombstone_of, reading.rows("items/tombstones_of_turns", turn_ids=ids))
    return posted_of(turns, scopes, stones)


def _post_items(store: Store) -> int:
    done = after = 0
    while True:
        with store.reading() as reading:
            if read_editions(reading).memory == TERMS_VERSION:
                return done
        some = store.transact(_item_portion(after), is_repeatable=True)
        if some is None:
            mend_items(store)
        else:
            count, after = some
            done += count


def _item_portion(after: int) -> Work[tuple[int, int] | None]:
    """Plan the next portion behind a row: of revisions that another version posted, or of all.

    The answer is how many there are and the last row, None when all are posted.
    """

    def work(reading: Reading, _guard: Guarded) -> tuple[Plan, tuple[int, int] | None]:
        editions = read_editions(reading)
        is_anew = editions.memory_through is not None
        begin = after if editions.memory_through is None else editions.memory_through
        posted_by = NO_EDITION if is_anew else TERMS_VERSION
        rows = _outdated(reading, begin, limits.REINDEX_ITEMS, posted_by)
        if not rows:
            return (), None
        last = rows[-1][0]
        noted = (plan_edition(MEMORY, NO_EDITION, last),) if is_anew else ()
        return (*plan_items([(item_of(row), row[16]) for row in rows]), *noted), (len(rows), last)

    return work


def _outdated(reading: Reading, after: int, limit_rows: int, posted_by: int) -> list[Row]:
    return reading.rows(
        "items/outdated", after_id=after, terms_version=posted_by, limit_rows=limit_rows
    )
