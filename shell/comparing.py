"""Holds what is derived against what it is derived from, portion by portion, on a doctor's copy.

What should be there is what core would post; what is there is looked up by it, and what is left
over is too many. So no more than one portion is in memory, however much there is.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.checkup.indexes import Indexes
from sayso.core.indexing import NO_EDITION
from sayso.core.mending import endings_of, off_tallies
from sayso.core.postings import write_postings
from sayso.core.recall.postings import post_made
from sayso.core.recall.words import RECALL_VERSION
from sayso.core.terms import TERMS_VERSION
from sayso.shell.diagnosis import Diagnosis
from sayso.shell.mending import read_tallies
from sayso.shell.reindexing import ALL_TURNS, documents_of, read_behind, read_editions
from sayso.shell.store.item_rows import item_of
from sayso.shell.store.rows import json_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

    from sayso.core.indexing import Posted
    from sayso.shell.store.reading import Reading


def compare(copy: apsw.Connection) -> Indexes | None:
    """Count what is wrong with the indexes and tallies; None where not all can be read."""
    reading = Diagnosis(copy)
    editions = read_editions(reading)
    is_recall_whole = editions.recall == RECALL_VERSION and editions.through is None
    counts = Counter[str]()
    if is_recall_whole:
        counts += _of_recall(reading)
    if editions.memory == TERMS_VERSION:
        counts += _of_memories(reading)
    behind = read_behind(reading)
    found = Indexes(
        is_behind=not editions.is_current,
        left_turns=behind.turns,
        left_memories=behind.memories,
        tallies=len(off_tallies(*read_tallies(reading))),
        **counts,
    )
    return None if reading.findings else found


def _of_recall(reading: Reading) -> Counter[str]:
    wanted = held = right = 0
    docs: Counter[int] = Counter()
    lengths: Counter[int] = Counter()
    for scope_id, portion in _portions(reading):
        for write in post_made(scope_id, [(one.doc_id, one.made) for one in portion]):
            if write.statement == "postings/insert":
                ((there, sound),) = reading.rows("checks/recall_held", **write.params)
                wanted += write.expect_rows or 0
                held += there
                right += sound
        docs[scope_id] += len(portion)
        lengths[scope_id] += sum(one.made.length for one in portion)
    ((rows, idle),) = reading.rows("checks/recall_rows")
    sizes = {(scope_id, docs[scope_id], lengths[scope_id]) for scope_id in docs}
    told = {(row[0], row[1], row[2]) for row in reading.rows("postings/scopes") if any(row[1:])}
    return Counter(
        recall_missing=wanted - held,
        recall_wrong=held - right,
        recall_extra=rows - held,
        recall_idle=idle,
        recall_scopes=len({row[0] for row in sizes ^ told}),
    )


def _portions(reading: Reading) -> Iterator[tuple[int, list[Posted]]]:
    """Give the documents of all turns, some of one scope at a time."""
    through = ALL_TURNS
    limit = limits.REINDEX_TURNS
    while rows := reading.rows("postings/below", through=through, low=0, limit_rows=limit):
        scopes = {row[0]: row[1] for row in rows}
        by_scope: dict[int, list[Posted]] = {}
        for one in documents_of(reading, scopes):
            by_scope.setdefault(one.scope_id, []).append(one)
        yield from by_scope.items()
        through = min(scopes)


def _of_memories(reading: Reading) -> Counter[str]:
    wanted = held = after = 0
    portion = {"terms_version": NO_EDITION, "limit_rows": limits.REINDEX_ITEMS}
    while items := reading.rows("items/outdated", after_id=after, **portion):
        for row in items:
            writes = {one.statement: one for one in write_postings(item_of(row), row[16])}
            values, words = (
                writes["items/terms_insert_metadata"],
                writes["items/terms_insert_content"],
            )
            named = {**values.params, "words": words.params["terms"]}
            ((of_values, of_words),) = reading.rows("checks/memory_held", **named)
            wanted += (values.expect_rows or 0) + (words.expect_rows or 0)
            held += of_values + of_words
        after = items[-1][0]
    ((rows, lacking, idle, endings),) = reading.rows("checks/memory_rows")
    needed, there = _endings(reading)
    return Counter(
        memory_missing=wanted - held,
        memory_extra=rows - held,
        memory_values=lacking + idle,
        memory_endings=(needed - there) + (endings - there),
    )


def _endings(reading: Reading) -> tuple[int, int]:
    """Count the endings that the distinct values should have, and those that are there."""
    needed = there = after = 0
    limit = limits.REINDEX_ITEMS
    while values := reading.rows("postings/values", after_id=after, limit_rows=limit):
        wanted = endings_of(values)
        needed += len(wanted)
        ((held,),) = reading.rows("checks/endings", rows=json_of(wanted))
        there += held
        after = values[-1][0]
    return needed, there
