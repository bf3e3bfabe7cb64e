"""Whose store it is: one that came with its folder is refused until the user takes it over."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import RECOVER, Degraded, Healthy
from sayso.shell.errors import MemorySchemaError, NotFoundError
from sayso.shell.store.trust import (
    NAMELESS,
    STRANGER,
    TRUST,
    known_stores,
)
from sayso.shell.trusting import trust_store
from tests.kit import World, learn, whole_turn
from tests.shell.damages import in_sql, left_in
from tests.shell.knowing import known, store_id
from tests.shell.lived import QUOTE, SAID

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOSTILE_IDS = (
    "",
    ".",
    "..",
    "../evil",
    "/etc/passwd",
    "a/" * 16,
    "0" * 31,
    "0" * 33,
    "0" * 32 + "\n",
    "A" * 32,
    "٠" * 32,
    "\0" * 32,
    "0" * 10_000_000,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be a user whose Sayso has made nothing yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SAYSO_HOME", str(folder))
    return folder


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Give a memory that somebody else's Sayso made, as a clone brings it."""
    (tmp_path / "clone").mkdir()
    world = World(tmp_path / "clone")
    with monkeypatch.context() as theirs:
        theirs.setenv("SAYSO_HOME", str(tmp_path / "their home"))
        with world.open() as memory:
            learn(world, memory, SAID, QUOTE)
            memory.record(whole_turn("And more."))
    return world


def rename(path: Path, name: str) -> None:
    """Write another id into a store."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("UPDATE memory_meta SET store_id = ?", (name,))


def test_a_store_that_was_brought_is_refused(brought: World, home: Path) -> None:
    """It can be looked at, on a copy; nothing else works, and not a byte is written."""
    before = left_in(brought.path.parent)
    with brought.open() as memory:
        assert memory.health == Degraded(findings=(STRANGER,), remedy=TRUST)
        report = memory.status()
        assert (report.health, report.findings) == ("degraded", (STRANGER,))
        assert (report.turns.total, report.items.active) == (2, 1)
        assert memory.show("m1").sources[0].quote == QUOTE
        snapshot = json.loads(memory.export(home.parent / "out").read_bytes())
        assert [turn["user_text"] for turn in snapshot["turns"]] == [SAID, "And more."]
        ordinary: tuple[Callable[[], object], ...] = (
            memory.list,
            memory.context,
            memory.work,
            lambda: memory.search("pnpm"),
            lambda: memory.read("m1"),
            lambda: memory.turn("Hello?"),
            lambda: memory.record(whole_turn("Hello?")),
            lambda: memory.forget("m1"),
        )
        for use in ordinary:
            with pytest.raises(MemorySchemaError, match="came with the folder") as told:
                use()
            assert "sayso trust" in told.value.hint
    assert left_in(brought.path.parent) == before
    assert known(home) == []


def test_a_trusted_store_works(brought: World, home: Path) -> None:
    """Once trusted it is like one's own, in every process; trusting again changes nothing."""
    assert brought.folder is not None
    done = trust_store(brought.folder, brought.ports)
    assert (done.path, done.turns, done.memories) == (brought.path, 2, 1)
    assert (done.changed, done.findings, done.remedy) == (True, (), "")
    assert known(home) == [store_id(brought.path)]
    with brought.open() as memory:
        assert memory.health == Healthy()
        assert memory.search("pnpm")
    again = trust_store(brought.folder, brought.ports)
    assert (again.changed, again.findings) == (False, ())


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("CREATE TRIGGER extra AFTER INSERT ON turns BEGIN SELECT 1; END", "unexpected trigger"),
        (
            "DROP TRIGGER turns_user_text_is_raw; UPDATE turns SET user_text = 'x' WHERE id = 2",
            "missing trigger turns_user_text_is_raw",
        ),
        ("UPDATE turns SET assistant_text = 'Use yarn.' WHERE id = 2", "t2: the answer is not"),
        ("UPDATE turns SET assistant_sha256 = zeroblob(32) WHERE id = 2", "t2: the answer is not"),
    ],
)
def test_a_damaged_store_is_not_trusted(
    brought: World, home: Path, change: str, expected: str
) -> None:
    """Whatever the contract or the hashes tell against it, the user keeps not knowing it."""
    in_sql(change)(brought.path)
    assert brought.folder is not None
    done = trust_store(brought.folder, brought.ports)
    assert done.changed is False
    assert any(expected in line for line in done.findings), done.findings
    assert STRANGER not in done.findings
    assert done.remedy
    assert known(home) == []
    with brought.open() as memory:
        assert isinstance(memory.health, Degraded)


def test_a_large_store_is_read_before_it_is_trusted(
    brought: World, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not checked at its opening is checked as a whole all the same."""
    monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)
    in_sql("UPDATE turns SET assistant_text = 'Use yarn.' WHERE id = 2")(brought.path)
    assert brought.folder is not None
    done = trust_store(brought.folder, brought.ports)
    assert done.findings == ("t2: the answer is not the one that was stored",)
    assert done.remedy == RECOVER
    assert known(home) == []


def test_a_memory_that_nobody_said_is_not_trusted(brought: World, home: Path) -> None:
    """A memory in use without the user's words in it was put there by hand."""
    trigger = "memory_item_candidates_keep_proof"
    with closing(apsw.Connection(str(brought.path))) as connection:
        query = "SELECT sql FROM sqlite_schema WHERE name = ?"
        ((guard,),) = connection.execute(query, (trigger,)).fetchall()
        connection.execute(f"DROP TRIGGER {trigger}; DELETE FROM memory_item_candidates")
        connection.execute(str(guard))
    assert brought.folder is not None
    done = trust_store(brought.folder, brought.ports)
    assert done.findings == ("m1: no words of the user prove it",)
    assert known(home) == []


@pytest.mark.parametrize("name", HOSTILE_IDS, ids=range(len(HOSTILE_IDS)))
def test_an_id_never_becomes_a_path(brought: World, home: Path, name: str) -> None:
    """What is no id of ours names no file: it is refused, and cannot be trusted either."""
    rename(brought.path, name)
    around = sorted(home.parent.iterdir())
    assert brought.folder is not None
    with brought.open() as memory:
        assert memory.health == Degraded(findings=(NAMELESS,), remedy=RECOVER)
    done = trust_store(brought.folder, brought.ports)
    assert (done.changed, done.findings) == (False, (NAMELESS,))
    with pytest.raises(MemorySchemaError, match="none that Sayso gives"):
        known_stores().remember(name)
    known_stores().forget(name)
    assert not known_stores().knows(name)
    assert sorted(home.parent.iterdir()) == around


@pytest.mark.parametrize("way", ["healthy", "stranger"])
def test_a_clear_makes_the_store_ones_own(brought: World, home: Path, way: str) -> None:
    """Clearing a strange store is a decision for a new one; clearing one's own keeps its id."""
    before = store_id(brought.path)
    if way == "healthy":
        known_stores().remember(before)
    with brought.open() as memory:
        memory.clear(confirm=True)
        assert memory.health == Healthy()
        assert memory.list() == ()
    assert store_id(brought.path) in known(home)
    assert (store_id(brought.path) == before) is (way == "healthy")


def test_there_is_nothing_to_trust_where_there_is_no_memory(tmp_path: Path, home: Path) -> None:
    """Trusting makes no store."""
    world = World(tmp_path)
    with pytest.raises(NotFoundError):
        trust_store(tmp_path, world.ports)
    assert not world.path.exists()
    assert known(home) == []
