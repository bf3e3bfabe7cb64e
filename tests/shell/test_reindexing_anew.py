"""`reindex --all` mends whatever is wrong with what is derived, and never leaves a gap."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.reindexing import read_editions, reindex
from sayso.shell.store.store import Store
from tests.core.test_recall_postings import rows
from tests.indexes import index_faults
from tests.kit import World, remember, whole_turn
from tests.sim.standing import posting_faults
from tests.storefacts import read_facts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.memory import Memory

SAID = ("From now on we use tabs.", "Use ruff.", "缓存用 Redis。", "The parser crashed in May.")
QUERIES = ("tabs", "ruff", "缓存", "parser crashed")
# What can be wrong, each put in by itself; {w} is a number of a word that is there.
FAULTS = {
    "postings missing": "DELETE FROM recall_postings WHERE doc_id % 4 = 0",
    "a document missing": "DELETE FROM recall_postings WHERE doc_id = 2",
    "postings too many": "INSERT INTO recall_postings SELECT word_id, 5, 1, 9 FROM recall_postings"
    " WHERE doc_id = 2",
    "a posting of no turn": "INSERT INTO recall_postings SELECT min(id), 998, 1, 1"
    " FROM recall_words",
    "a posting under no word": "INSERT INTO recall_postings VALUES (99999, 2, 1, 1)",
    "wrong counts": "UPDATE recall_postings SET count = count + 2 WHERE doc_id = 4",
    "wrong lengths": "UPDATE recall_postings SET length = 77 WHERE doc_id = 4",
    "idle words": "INSERT INTO recall_words (scope_id, word) VALUES (1, 'nowhere'), (7, 'else')",
    "words missing": "DELETE FROM recall_words WHERE id % 3 = 0",
    "words of another scope": "UPDATE recall_words SET scope_id = 9 WHERE id % 3 = 0",
    "scopes missing": "DELETE FROM recall_scopes",
    "scopes wrong": "UPDATE recall_scopes SET docs = docs + 3, length = length - 1",
    "a scope too many": "INSERT INTO recall_scopes VALUES (44, 1, 2)",
    "values missing": "DELETE FROM memory_terms",
    "values too many": "INSERT INTO memory_terms SELECT reach, 'else', field, item_row_id"
    " FROM memory_terms LIMIT 1",
    "values of no memory": "INSERT INTO memory_terms VALUES (1, 'else', 0, 99)",
    "memory words missing": "DELETE FROM memory_content_terms",
    "memory words too many": "INSERT INTO memory_content_terms SELECT reach, 'else', item_row_id"
    " FROM memory_content_terms LIMIT 1",
    "memory words of none": "INSERT INTO memory_content_terms VALUES (1, 'else', 99)",
    "distinct values missing": "DELETE FROM memory_words",
    "distinct values too many": "INSERT INTO memory_words (reach, term) VALUES (1, 'else')",
    "endings missing": "DELETE FROM memory_word_endings",
    "endings too many": "INSERT INTO memory_word_endings SELECT 1, 'else', id FROM memory_words",
    "a tally wrong": "UPDATE tallies SET number = number + 5 WHERE subject = 'turns'",
    "a tally missing": "DELETE FROM tallies",
    "a tally too many": "INSERT INTO tallies VALUES ('jobs', 'parked', 3)",
}


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a project with four turns and one memory; portions are of one turn, windows of two."""
    world = World(tmp_path)
    with world.open() as memory:
        world.model.script = [remember(SAID[0])]
        memory.record(whole_turn(SAID[0]))
        memory.work()
        for text in SAID[1:]:
            memory.record(whole_turn(text))
    for name, number in {"TURNS": 1, "ITEMS": 1, "WINDOW_TURNS": 2, "STRAYS": 2}.items():
        monkeypatch.setattr(limits, f"REINDEX_{name}", number)
    return world


def execute(world: World, *statements: str) -> None:
    """Change a store past our own code."""
    with closing(apsw.Connection(str(world.path))) as connection:
        for one in statements:
            connection.execute(one)


def faults(world: World) -> list[str]:
    """Give what is wrong with what is derived, by the oracle."""
    with closing(apsw.Connection(str(world.path))) as eyes:
        return [*index_faults(read_facts(eyes)), *posting_faults(eyes)]


def found(memory: Memory) -> list[list[int]]:
    """Give the turns that each query finds, and the memories."""
    turns = [[hit.turn_id for hit in memory.recall(query).hits] for query in QUERIES]
    return [*turns, [hit.item_id for hit in memory.search("tabs")]]


def test_whatever_is_wrong_is_mended(world: World) -> None:
    """Each kind of fault is one to the oracle, and is gone afterwards."""
    with world.open(create=False) as memory:
        for name, fault in FAULTS.items():
            assert faults(world) == [], name
            execute(world, fault)
            assert faults(world), name
            reindex(memory.store, anew=True)
    assert faults(world) == []


class _DeadError(Exception):
    """A process dies here."""


def dying(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let a process die before a transaction, after so many."""
    transact, done = Store.transact, [0]

    def or_die(store: Store, *args: object, **named: object) -> object:
        done[0] += 1
        if done[0] > after:
            raise _DeadError
        return transact(store, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "transact", or_die)


@pytest.mark.parametrize("is_older", [False, True])
def test_what_was_found_is_found_at_every_moment(
    world: World, monkeypatch: pytest.MonkeyPatch, *, is_older: bool
) -> None:
    """Whoever dies between two portions leaves all that was found, and the next goes on.

    Postings of an older version are under words that today's does not make; they go as well.
    """
    if is_older:
        execute(
            world,
            "UPDATE index_editions SET version = 99",
            "INSERT INTO recall_words (scope_id, word) VALUES (1, 'older')",
            "INSERT INTO recall_postings SELECT id, 2, 1, 1 FROM recall_words WHERE word = 'older'",
        )
        monkeypatch.setattr(limits, "REINDEX_INLINE_MAX", -1)
    deaths = 0
    with world.open(create=False) as memory:
        everything = found(memory)
        assert all(everything)
        is_done = False
        while not is_done:
            with monkeypatch.context() as patched:
                dying(patched, 2)
                try:
                    reindex(memory.store, anew=not is_older and not deaths)
                    is_done = True
                except _DeadError:
                    deaths += 1
            assert found(memory) == everything
        with memory.store.reading() as reading:
            assert read_editions(reading).is_current
    assert deaths > len(SAID) // 2
    assert faults(world) == []


def test_a_forget_meanwhile_takes_words_of_an_older_version(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an older version posted of a forgotten place is not left until its portion comes."""
    monkeypatch.setattr(limits, "REINDEX_INLINE_MAX", -1)
    execute(
        world,
        "UPDATE index_editions SET through = 9 WHERE name = 'recall'",
        "UPDATE recall_words SET word = 'oldtab' WHERE word = 'tab'",
    )
    with world.open(create=False) as memory:
        memory.forget("m1")
    with closing(apsw.Connection(str(world.path))) as eyes:
        posted, *_ = rows(eyes)
    assert "oldtab" not in str(posted)
    assert "ruff" in str(posted)


def test_a_turn_that_ends_meanwhile_is_posted_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer and a forget between the walk and the portion are as in an index made anew."""
    with world.open(create=False) as memory:
        turn = memory.turn("Which linter?")
        turn.__enter__()
        transact = Store.transact
        meanwhile: list[Callable[[], object]] = [
            lambda: turn.finish("Ruff."),
            lambda: memory.forget("m1"),
        ]

        def others_first(store: Store, *args: object, **named: object) -> object:
            if meanwhile:
                meanwhile.pop(0)()
            return transact(store, *args, **named)  # type: ignore[arg-type]

        monkeypatch.setattr("sayso.shell.reindexing.mend_tallies", lambda _: None)
        with monkeypatch.context() as patched:
            execute(world, "UPDATE index_editions SET through = 6 WHERE name = 'recall'")
            patched.setattr(Store, "transact", others_first)
            reindex(memory.store)
    assert meanwhile == []
    assert faults(world) == []
