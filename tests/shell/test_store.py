"""The store itself: plans whole or not at all, and damage found while it is open."""

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.plans import Write
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, RefusedError, StalePlanError
from sayso.shell.memory import Memory
from tests.kit import World, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project with one memory (m1 of turn t1)."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID, "Noted."))
        world.model.script = [remember(QUOTE)]
        memory.work()
    return world


def test_a_plan_is_applied_whole_or_not_at_all(world: World) -> None:
    """The second write fails its fence, so the first is not there either."""
    with world.open() as memory:
        good = Write(statement="store/raise_sequence", params={"table": "x", "seq": 1})
        gone = Write(statement="turns/archive_thread", params={"id": 99, "now": 0})
        with pytest.raises(StalePlanError, match="archive_thread changed 0 rows"):
            memory.store.transact(lambda _r, _g: ((good, gone), None))
        with memory.store.reading() as reading:
            assert reading.next_id("x") == 1
        memory.store.transact(lambda _r, _g: ((good,), None))
        with memory.store.reading() as reading:
            assert reading.next_id("x") == 2


def test_an_empty_plan_writes_nothing(world: World) -> None:
    """Not even the commit counter moves; every real transaction counts one."""
    with world.open() as memory:
        before = counter(memory)
        memory.store.transact(lambda _r, _g: ((), None))
        assert counter(memory) == before
        memory.record(whole_turn("Hello?"))
        assert counter(memory) == before + 1


def counter(memory: Memory) -> int:
    """Give the number of write transactions so far."""
    with memory.store.reading() as reading:
        return int(reading.rows("store/meta")[0][3])


def test_an_error_in_the_work_rolls_back(world: World) -> None:
    """Whatever is raised while a plan is made leaves no transaction open."""

    def broken(_reading: object, _guard: object) -> tuple[tuple[Write, ...], None]:
        raise ZeroDivisionError

    with world.open() as memory:
        with pytest.raises(ZeroDivisionError):
            memory.store.transact(broken)
        memory.record(whole_turn("Hello?"))


def test_a_store_is_not_used_after_a_fork(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A child process must open its own connection (T06)."""
    with world.open() as memory:
        monkeypatch.setattr(os, "getpid", lambda: 1)
        with pytest.raises(MemoryStorageError, match="another process"):
            memory.record(whole_turn("Hello?"))
        monkeypatch.undo()
        memory.record(whole_turn("Hello?"))


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM memory_meta",
        "UPDATE threads SET status = 'archived'",
        "DROP TABLE refusals",
        "CREATE TABLE extra (id)",
    ],
)
def test_damage_at_run_time_is_found(world: World, damage: str) -> None:
    """A store that is damaged while it is open is never shown as a healthy one (A81, A117)."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        other = apsw.Connection(str(world.path))
        other.execute(damage)
        other.close()
        assert memory.status().health == "degraded"
        assert memory.status().findings
        assert memory.show("m1").item.title == QUOTE
        uses: list[Callable[[], object]] = [
            lambda: turn.context,
            lambda: turn.finish("Hi."),
            lambda: memory.record(whole_turn("Hello?")),
            memory.list,
            memory.context,
            memory.work,
            memory.new_thread,
            lambda: memory.forget("m1"),
        ]
        for use in uses:
            with pytest.raises(MemorySchemaError):
                use()
        assert memory.clear(confirm=True) == 2
        assert memory.status().health == "healthy"


@pytest.mark.parametrize(
    "lost", ["DELETE FROM memory_meta", "UPDATE threads SET status = 'archived'"]
)
def test_a_lost_bootstrap_blocks_before_anyone_looked(world: World, lost: str) -> None:
    """Without a status in between the guard itself stops every ordinary use (A117-A124)."""
    with world.open() as memory:
        turn = memory.turn("Hello?")
        other = apsw.Connection(str(world.path))
        other.execute(lost)
        other.close()
        uses: list[Callable[[], object]] = [
            lambda: turn.context,
            lambda: turn.read("m1"),
            lambda: turn.finish("Hi."),
            lambda: memory.turn("Hello?"),
            memory.list,
            memory.context,
            memory.work,
            memory.new_thread,
            lambda: memory.forget("m1"),
            lambda: memory.search("pnpm"),
        ]
        for use in uses:
            with pytest.raises(MemorySchemaError, match="lost"):
                use()


def break_pages(memory: Memory, path: Path, *tables: str) -> None:
    """Overwrite the first page of some tables of an open store, and make it forget its cache."""
    connection = memory.store._connection  # noqa: SLF001 - its cache must forget the page
    connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    for table in tables:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        page = int(str(connection.execute(query, (table,)).fetchall()[0][0]))
        with path.open("r+b") as file:
            file.seek((page - 1) * 4_096)
            file.write(b"\x5a" * 4_096)
    connection.pragma("shrink_memory")


def test_a_broken_page_at_run_time_is_found(world: World) -> None:
    """Where rows of an open store cannot be read any more, diagnosis goes on with a copy."""
    with world.open() as memory:
        break_pages(memory, world.path, "turns", "turns_by_session", "tallies")
        report = memory.status()
        assert report.health == "degraded"
        assert "damaged" in report.findings[0]
        assert memory.show("m1").item.title == QUOTE
        assert memory.clear(confirm=True) == 2


def test_a_clear_of_a_broken_open_store_rebuilds_it(world: World) -> None:
    """Clear is the way out even where nobody looked at the damage before (A125)."""
    with world.open() as memory:
        break_pages(memory, world.path, "memory_items")
        assert memory.clear(confirm=True) == 2
        assert memory.status().health == "healthy"
        assert memory.list() == ()


def test_a_store_without_a_file_cannot_be_reset() -> None:
    """A damaged memory in memory has nothing to look at or to rebuild, and says so."""
    with World(None).open() as memory:
        memory.store._connection.execute("DROP TABLE refusals")  # noqa: SLF001 - the damage
        with pytest.raises(MemorySchemaError, match="no file"):
            memory.status()
        with pytest.raises(RefusedError, match="no file"):
            memory.clear(confirm=True)


def test_what_is_stored_has_the_right_hash(world: World) -> None:
    """Both sides of every turn carry the SHA-256 of their bytes."""
    with world.open() as memory, memory.store.reading() as reading:
        for row in reading.records("export/turns"):
            for side in ("user", "assistant"):
                digest = hashlib.sha256(str(row[f"{side}_text"]).encode()).hexdigest()
                assert str(row[f"{side}_sha256"]).lower() == digest
