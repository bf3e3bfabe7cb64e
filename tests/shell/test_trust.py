"""Whose store it is: one that came with its folder is refused until the user takes it over."""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import RECOVER, Degraded, Healthy
from sayso.core.project.lifecycle import plan_birth
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, NotFoundError
from sayso.shell.memory import Memory
from sayso.shell.store import opening
from sayso.shell.store.bootstrap import create
from sayso.shell.store.connection import open_new
from sayso.shell.store.trust import (
    NAMELESS,
    STRANGER,
    TRUST,
    KnownStores,
    known_stores,
    read_store_id,
    sayso_home,
)
from sayso.shell.trusting import trust_store
from tests.kit import World, learn, whole_turn
from tests.shell.damages import in_sql, left_in
from tests.shell.lived import QUOTE, SAID

if TYPE_CHECKING:
    from collections.abc import Callable

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


def known(home: Path) -> list[str]:
    """Give the ids of the stores that a user knows."""
    return sorted(path.name for path in home.rglob("*") if path.is_file())


def store_id(path: Path) -> str:
    """Give what stands in a store as its id."""
    with closing(apsw.Connection(str(path))) as connection:
        return read_store_id(connection)


def rename(path: Path, name: str) -> None:
    """Write another id into a store."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("UPDATE memory_meta SET store_id = ?", (name,))


def test_a_store_made_here_is_known(tmp_path: Path, home: Path) -> None:
    """Its id is an empty file that belongs to the user alone, and it opens as before."""
    world = World(tmp_path)
    world.open().close()
    assert known(home) == [store_id(world.path)]
    (mark,) = (path for path in home.rglob("*") if path.is_file())
    assert mark.read_bytes() == b""
    assert mark.stat().st_mode & 0o777 == 0o600
    assert mark.parent.stat().st_mode & 0o777 == 0o700
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
    assert len(known(home)) == 1


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


def test_a_copy_of_ones_own_folder_is_ones_own(tmp_path: Path) -> None:
    """A project may be moved or copied by its user."""
    (tmp_path / "one").mkdir()
    world = World(tmp_path / "one")
    world.open().close()
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with World(tmp_path / "two").open() as memory:
        assert memory.health == Healthy()


def test_without_a_home_nothing_is_half_made(tmp_path: Path, home: Path) -> None:
    """Where no store can be known none is made: one clear line, and the project stays as it is."""
    home.write_text("no folder")
    world = World(tmp_path)
    with pytest.raises(MemoryStorageError, match="which memory is yours") as told:
        world.open()
    assert "SAYSO_HOME" in told.value.hint
    assert not world.path.parent.exists()
    with pytest.raises(NotFoundError):
        world.open(create=False)


def test_a_home_that_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to see whether a store is known is not the same as not to know it."""
    world = World(tmp_path)
    world.open().close()
    monkeypatch.setattr("os.lstat", refuse)
    with pytest.raises(MemoryStorageError, match=r"cannot look up in .*: Permission denied"):
        world.open()


def refuse(*_: object, **__: object) -> None:
    """Refuse like a system."""
    raise PermissionError(13, "Permission denied")


def test_an_empty_home_is_none() -> None:
    """An empty SAYSO_HOME means the usual folder, not the current one."""
    usual = Path.home() / ".sayso"
    assert sayso_home({"SAYSO_HOME": ""}) == sayso_home({}) == usual
    assert sayso_home({"SAYSO_HOME": "/elsewhere"}) == Path("/elsewhere")


def test_a_link_is_not_followed(tmp_path: Path, home: Path) -> None:
    """Neither the folder of known stores nor a file in it may lead elsewhere."""
    (tmp_path / "elsewhere").mkdir()
    (home / "stores").mkdir(parents=True)
    stores = KnownStores(home)
    (home / "stores" / ("a" * 32)).symlink_to(tmp_path / "target")
    with pytest.raises(MemoryStorageError):
        stores.remember("a" * 32)
    assert not stores.knows("a" * 32)
    assert not (tmp_path / "target").exists()
    shutil.rmtree(home)
    home.mkdir()
    (home / "stores").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MemoryStorageError):
        stores.remember("b" * 32)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_store_that_does_not_come_to_be_is_forgotten(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where folder or file cannot be made, the id that was drawn for it is gone again."""
    monkeypatch.setattr(opening, "open_new", refuse)
    with pytest.raises(MemoryStorageError):
        World(tmp_path).open()
    assert known(home) == []


def test_two_that_begin_at_once_know_one_store(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes second finds the store of the first and forgets the id of their own."""
    world = World(tmp_path)
    really = open_new

    def beaten(path: Path) -> apsw.Connection:
        first = really(path)
        birth = opening.new_birth(world.ports)
        known_stores().remember(birth.store_id)
        create(first, plan_birth(birth))
        first.close()
        return really(path)

    monkeypatch.setattr(opening, "open_new", beaten)
    with world.open() as memory:
        assert memory.health == Healthy()
    assert known(home) == [store_id(world.path)]


def test_a_store_in_memory_leaves_no_trace(home: Path) -> None:
    """A demonstration is nobody's store."""
    with Memory.in_memory() as memory:
        memory.record(whole_turn("Hello?"))
    assert not home.exists()


def test_there_is_nothing_to_trust_where_there_is_no_memory(tmp_path: Path, home: Path) -> None:
    """Trusting makes no store."""
    world = World(tmp_path)
    with pytest.raises(NotFoundError):
        trust_store(tmp_path, world.ports)
    assert not world.path.exists()
    assert known(home) == []
