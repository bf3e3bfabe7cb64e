"""The bench of search measures the real thing: its stores hold what the product would write."""

import apsw

from bench.filling import fill, item_of
from bench.memories import Writer
from sayso.core.postings import clear_postings, write_postings
from tests.sql.bare_store import POSTINGS, SCOPE, statement


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


def test_the_same_seed_gives_the_same_work() -> None:
    """Two runs of the bench search the same items for the same words."""
    first, second = Writer(3), Writer(3)
    memories = first.memories(30)
    assert memories == second.memories(30)
    assert first.queries(memories, 50) == second.queries(memories, 50)
