"""What must hold at any moment but takes long to look at: derived rows, references, the catalogue.

Run every so many commits and at the end (invariants 4, 16, 17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from sayso.core import items as core_items
from sayso.core.postings import POSTING_TABLES, write_postings
from sayso.shell.store.statements import statement
from tests.burials import forgotten_faults
from tests.indexes import index_faults
from tests.oracle import audit_faults, proof_faults
from tests.sim.lives import dense_faults
from tests.storefacts import read_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sim.rows import Rows

# Everything but the numbers of words, which say only in which order they came.
POSTINGS = (
    "SELECT reach, term, field, item_row_id FROM memory_terms ORDER BY 1, 2, 3, 4",
    "SELECT reach, term, item_row_id FROM memory_content_terms ORDER BY 1, 2, 3",
    "SELECT reach, term FROM memory_words ORDER BY 1, 2",
    (
        "SELECT one.reach, one.ending, word.term FROM memory_word_endings AS one"
        " JOIN memory_words AS word ON word.id = one.word_id ORDER BY 1, 2, 3"
    ),
)
ACTIVE = (
    "SELECT id, item_id, revision, kind, thread_id, title, content, synopsis, aliases, keywords,"
    " reach FROM memory_items WHERE status = 'active' ORDER BY id"
)


def sampled_faults(eyes: apsw.Connection, rows: Rows) -> Iterator[str]:
    """Check what is derived, and what refers to what."""
    if rows.meta is None:
        return
    yield from dense_faults(rows)
    for table, row in eyes.execute(
        'SELECT "table", rowid FROM pragma_foreign_key_check'
    ).fetchall():
        yield f"17: row {row} of {table} refers to nothing"
    yield from posting_faults(eyes)
    yield from (f"16: {fault}" for fault in index_faults(read_facts(eyes)))


def posting_faults(eyes: apsw.Connection) -> Iterator[str]:
    """Check that the postings are what posting all active memories into empty tables gives."""
    fresh = apsw.Connection(":memory:")
    for line in eyes.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall():
        if line[0] in POSTING_TABLES:
            fresh.execute(str(line[1]))
    for row in eyes.execute(ACTIVE).fetchall():
        for write in write_postings(_item_of(row), int(str(row[10]))):
            fresh.execute(statement(write.statement), write.params)
    for query in POSTINGS:
        if eyes.execute(query).fetchall() != fresh.execute(query).fetchall():
            yield f"16: the postings are not those of the active memories: {query.split()[3]}"
    fresh.close()


def _item_of(row: tuple[object, ...]) -> core_items.Item:
    from sayso.shell.store.rows import strings_of

    return core_items.Item(
        row_id=int(str(row[0])),
        item_id=int(str(row[1])),
        revision=int(str(row[2])),
        kind=core_items.Kind(str(row[3])),
        thread_id=None if row[4] is None else int(str(row[4])),
        title=str(row[5]),
        content=str(row[6]),
        synopsis=str(row[7]),
        aliases=strings_of(str(row[8])),
        keywords=strings_of(str(row[9])),
        status=core_items.ItemStatus.ACTIVE,
        replaces_id=None,
        replaced_by_id=None,
        created_at_us=0,
        updated_at_us=0,
    )


def oracle_faults(eyes: apsw.Connection) -> Iterator[str]:
    """Ask the oracle that judges conversations, too (5, 6, 7)."""
    facts = read_facts(eyes)
    yield from (f"proof: {fault}" for fault in proof_faults(facts))
    yield from (f"audit: {fault}" for fault in audit_faults(facts))
    yield from (f"forgotten: {fault}" for fault in forgotten_faults(facts))
