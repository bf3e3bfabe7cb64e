"""The bench of search measures the real thing: its stores hold what the product would write."""

import apsw
import pytest

from bench.filling import fill, item_of
from bench.masses import Mass, batches
from bench.memories import Writer
from sayso.core.postings import clear_postings, write_postings
from sayso.shell.store.item_rows import item_of as item_of_row
from tests.sql.bare_store import POSTINGS, SCOPE, statement

ACTIVE = """
SELECT id, item_id, revision, kind, thread_id, title, content, synopsis, aliases, keywords, status,
  replaces_id, replaced_by_id, created_at, updated_at, said_at, reach
FROM memory_items WHERE status = 'active' ORDER BY id
"""


def test_bulk_postings_are_those_of_the_plans() -> None:
    """Postings written in bulk are row for row those that the plans of core.search write."""
    memories = Writer(7).memories(40)
    db = apsw.Connection(":memory:")
    fill(db, memories)
    bulk = db.execute(POSTINGS).fetchall()
    items = [item_of(number, memory) for number, memory in enumerate(memories, start=1)]
    for write in (
        *clear_postings(),
        *(one for item in items for one in write_postings(item, SCOPE)),
    ):
        db.execute(statement(write.statement), write.params).fetchall()
    assert bulk == db.execute(POSTINGS).fetchall()


@pytest.mark.parametrize("scopes", [1, 3])
def test_a_mass_is_posted_as_by_the_plans(scopes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one scope or in many, over several batches, a mass is row for row what plans write."""
    monkeypatch.setattr("bench.masses.BATCH", 25)
    db = apsw.Connection(":memory:")
    mass = Mass(db, scopes)
    for batch in batches(Writer(7).stream(60)):
        mass.add(batch)
    mass.settle(60)
    bulk = db.execute(POSTINGS).fetchall()
    for write in clear_postings():
        db.execute(statement(write.statement), write.params).fetchall()
    for row in db.execute(ACTIVE).fetchall():
        *values, reach = row
        for write in write_postings(item_of_row(tuple(values)), int(str(reach))):
            db.execute(statement(write.statement), write.params).fetchall()
    assert bulk == db.execute(POSTINGS).fetchall()
    assert len({reach for _, reach, *_ in bulk}) == 2 * scopes
    assert db.execute(statement("status/jobs")).fetchall() == [("pending", 6), ("succeeded", 54)]


def test_the_same_seed_gives_the_same_work() -> None:
    """Two runs of the bench search the same items for the same words."""
    first, second = Writer(3), Writer(3)
    memories = first.memories(30)
    assert memories == second.memories(30)
    assert first.queries(memories, 50) == second.queries(memories, 50)
