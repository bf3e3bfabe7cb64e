"""Indexes that are behind are brought up to date, whoever dies or writes meanwhile."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.recall.postings import doc_id, post
from sayso.core.recall.words import RECALL_VERSION
from sayso.core.states import Role
from sayso.core.terms import TERMS_VERSION
from sayso.shell import reindexing
from sayso.shell.errors import MemoryStorageError
from sayso.shell.reindexing import Behind, catch_up, read_behind, reindex
from tests.core.test_recall_postings import made_of, rows
from tests.kit import World, column, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sayso.shell.memory import Memory

SAID = ("From now on we use tabs.", "Use ruff.", "缓存用 Redis。")


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project in which three turns were said and one memory is kept."""
    world = World(tmp_path)
    with world.open() as memory:
        world.model.script = [remember(SAID[0])]
        memory.record(whole_turn(SAID[0]))
        memory.work()
        for text in SAID[1:]:
            memory.record(whole_turn(text))
    return world


def execute(world: World, *statements: str) -> None:
    """Change a store past our own code."""
    with closing(apsw.Connection(str(world.path))) as connection:
        for one in statements:
            connection.execute(one)


def unmake(world: World) -> None:
    """Leave a store as one of before there was an index of turns, by older words of memories."""
    execute(
        world,
        "DELETE FROM recall_postings",
        "DELETE FROM recall_words",
        "DELETE FROM recall_scopes",
        "DELETE FROM index_editions",
        "UPDATE memory_items SET terms_version = 1",
        "UPDATE memory_content_terms SET term = term || 'x'",
    )


def tables(world: World) -> tuple[object, ...]:
    """Give what the postings of recall are."""
    with closing(apsw.Connection(str(world.path))) as connection:
        return rows(connection)


def editions(world: World) -> Sequence[object]:
    """Give what is noted of both indexes."""
    with closing(apsw.Connection(str(world.path))) as connection:
        return connection.execute("SELECT * FROM index_editions ORDER BY name").fetchall()


CURRENT = [("memory", TERMS_VERSION, None), ("recall", RECALL_VERSION, None)]


def test_what_is_written_is_indexed(world: World) -> None:
    """A store of today is up to date: each side is posted as posting all anew would."""
    before = tables(world)
    assert editions(world) == CURRENT
    with world.open(create=False) as memory:
        texts = [*zip(column(memory, "id", "turns"), SAID, strict=True)]
        answers = column(memory, "assistant_text", "turns")
        said = [(doc_id(int(str(number)), Role.USER), text) for number, text in texts]
        said += [
            (doc_id(int(str(number)), Role.ASSISTANT), str(answer))
            for (number, _), answer in zip(texts, answers, strict=True)
        ]
        assert before == made_of(post(1, said))
        assert reindex(memory.store).turns == 0


def test_a_small_store_catches_up_when_it_is_opened(world: World) -> None:
    """Both indexes are today's after it, and what memory search finds is back."""
    before = tables(world)
    unmake(world)
    with world.open(create=False) as memory:
        assert [hit.item_id for hit in memory.search("tabs used")] == [1]
    assert tables(world) == before
    assert editions(world) == CURRENT


def test_a_large_store_is_left_to_a_worker(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """An opening does not wait for it; the next round of work does it."""
    before = tables(world)
    unmake(world)
    monkeypatch.setattr(limits, "REINDEX_INLINE_MAX", 2)
    with world.open(create=False) as memory:
        assert behind(memory) == Behind(turns=3, memories=1)
        (note,) = [one for one in memory.status().notes if "indexed" in one]
        assert note.startswith("not indexed yet: turns 3, memories 1; 'sayso reindex' does it now")
        memory.record(whole_turn("One more."))
        assert behind(memory) == Behind(turns=4, memories=1)
        memory.work()
        assert behind(memory) == Behind(turns=0, memories=0)
    with world.open(create=False) as memory:
        assert reindex(memory.store, anew=True) == reindexing.Reindexed(turns=4, memories=1)
    assert len(str(before)) < len(str(tables(world)))


def behind(memory: Memory) -> Behind:
    """Count what is behind."""
    with memory.store.reading() as reading:
        return read_behind(reading)


def test_it_goes_on_where_it_was_broken_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that dies leaves whole portions; what is written meanwhile is posted once."""
    monkeypatch.setattr(limits, "REINDEX_TURNS", 1)
    monkeypatch.setattr(limits, "REINDEX_ITEMS", 1)
    monkeypatch.setattr(limits, "REINDEX_INLINE_MAX", 0)
    whole = tables(world)
    unmake(world)
    with world.open(create=False) as memory:
        for _ in range(2):  # to begin, and one turn
            with memory.store.reading() as reading:
                window = reindexing.read_window(reading, reindexing.read_editions(reading))
            memory.store.transact(reindexing.turn_portion(window))
        assert behind(memory).turns == 2
        memory.record(whole_turn("Later."))
        memory.forget("m1")
        done = reindex(memory.store)
        assert (done.turns, done.memories) == (2, 0)
    after = tables(world)
    with world.open(create=False) as memory:
        reindex(memory.store, anew=True)
    assert tables(world) == after
    assert editions(world) == CURRENT
    assert after != whole


def test_a_forgotten_place_is_under_no_word(world: World) -> None:
    """What is forgotten goes from the index at once, and no rebuild brings it back."""
    said = tables(world)
    with world.open(create=False) as memory:
        memory.forget("m1")
    gone = tables(world)
    assert "'tab'" in str(said)
    assert "'tab'" not in str(gone)
    with world.open(create=False) as memory:
        reindex(memory.store, anew=True)
    assert tables(world) == gone


def test_a_damaged_store_is_left_alone(world: World) -> None:
    """Nothing is indexed in a store that cannot be trusted."""
    execute(world, "DROP INDEX memory_items_active")
    with world.open(create=False) as memory:
        catch_up(memory.store)
    execute(world, "SELECT 1")
    assert editions(world) == CURRENT


def test_an_opening_does_not_fail_where_nothing_can_be_written(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store whose indexes cannot be caught up with is open all the same, and tells so."""
    unmake(world)

    def refused(*_: object) -> None:
        raise MemoryStorageError("the disk is full", "make room")

    monkeypatch.setattr("sayso.shell.memory.catch_up", refused)
    with world.open(create=False) as memory:
        assert [one.title for one in memory.list()]
        assert behind(memory).turns == len(SAID)
