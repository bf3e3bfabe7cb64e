"""Two versions of the program at one store: the older one notices, and writes nothing (J13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import SCHEMA_VERSION
from sayso.core.project.consolidation import ConsolidationInput
from sayso.shell.admitting import extend_lease
from sayso.shell.errors import MemorySchemaError
from tests.kit import QUOTE, SAID, World, keep_all, learn, remember, while_asked, whole_turn
from tests.shell.lifekit import begun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.kit import Question


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose clock obeys."""
    return World(tmp_path)


NEWER = SCHEMA_VERSION + 1

# What a newer version may do to a store that an older one has open.
MIGRATIONS = {
    "a column and the version": (
        f"ALTER TABLE turns ADD COLUMN mood TEXT; PRAGMA user_version = {NEWER}"
    ),
    "the version alone": f"PRAGMA user_version = {NEWER}",
    "a table alone": "CREATE TABLE moods (id INTEGER PRIMARY KEY) STRICT",
    "a trigger alone": "CREATE TRIGGER quiet AFTER INSERT ON turns BEGIN SELECT 1; END",
}


def others_do(world: World, statements: str) -> None:
    """Let another program change the file."""
    connection = apsw.Connection(str(world.path))
    connection.execute(statements)
    connection.close()


def content(world: World) -> str:
    """Give every row of every table, read past the code under test."""
    connection = apsw.Connection(str(world.path))
    try:
        names = [
            str(row[0])
            for row in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            )
        ]
        return repr([connection.execute(f'SELECT * FROM "{name}"').fetchall() for name in names])
    finally:
        connection.close()


@pytest.mark.parametrize("migration", MIGRATIONS.values(), ids=MIGRATIONS)
def test_an_old_version_notices_a_newer_one(world: World, migration: str) -> None:
    """Whatever was under way in it fails as degraded at its next transaction; nothing is written.

    So it is for a turn, a worker that waits for its model, a beat, and every other use (J13).
    """
    with world.open() as memory:
        learn(world, memory)
        turn = memory.turn("And now?")
        binding = begun(memory)
        memory.record(whole_turn("We decided: use Rust."))
        seen: list[str] = []

        def migrate() -> None:
            others_do(world, migration)
            seen.append(content(world))

        world.model.script = [while_asked(migrate, remember("use Rust"))]
        uses: list[Callable[[], object]] = [
            memory.work,
            lambda: turn.context,
            lambda: turn.finish("Late."),
            lambda: memory.record(whole_turn("More.")),
            lambda: extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US),
            lambda: memory.turn("One more?"),
            lambda: memory.forget(1),
            lambda: memory.search("pnpm"),
            lambda: memory.read(1),
            memory.list,
            memory.context,
            memory.new_thread,
        ]
        for use in uses:
            with pytest.raises(MemorySchemaError, match="degraded"):
                use()
        assert seen == [content(world)]
        assert memory.status().health == "degraded"
        assert content(world) == seen[0]


def test_an_old_version_goes_on_after_a_clear_by_an_old_one(world: World) -> None:
    """What one process takes for damage another one may cure; the first one sees both."""
    with world.open() as memory:
        others_do(world, "CREATE TABLE moods (id INTEGER PRIMARY KEY) STRICT")
        with pytest.raises(MemorySchemaError):
            memory.record(whole_turn("Hello?"))
        with world.open() as other:
            other.clear(confirm=True)
        memory.record(whole_turn("Hello?"))
        assert memory.status().turns.total == 1


def test_a_file_that_was_only_packed_is_the_same_store(world: World) -> None:
    """SQLite counts a VACUUM as a change of the catalogue; it is compared and found the same."""
    with world.open() as memory:
        learn(world, memory)
        others_do(world, "VACUUM")
        assert len(memory.list()) == 1
        memory.record(whole_turn("Hello?"))


def test_a_version_is_noticed_in_the_middle_of_a_consolidation(world: World) -> None:
    """An answer of stage 2 is not kept in a file that has become another's (J13)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))

        def merge(question: Question) -> str:
            assert isinstance(question, ConsolidationInput)
            others_do(world, f"PRAGMA user_version = {NEWER}")
            return keep_all(question)

        world.model.script = [remember(QUOTE), merge]
        with pytest.raises(MemorySchemaError, match=f"version {NEWER}"):
            memory.work()
    connection = apsw.Connection(str(world.path))
    assert connection.execute("SELECT count(*) FROM memory_items").fetchall() == [(0,)]
    connection.close()


@pytest.mark.parametrize("is_opened_so", [False, True])
def test_a_degraded_memory_goes_on_after_a_clear_elsewhere(
    world: World, is_opened_so: bool
) -> None:
    """Whoever found the damage learns of the new beginning, too, and needs no restart (A241)."""
    with world.open() as memory:
        others_do(world, "DROP TABLE refusals")
        with world.open() as opened:
            one = opened if is_opened_so else memory
            assert one.status().health == "degraded"
            with pytest.raises(MemorySchemaError):
                one.record(whole_turn("Hello?"))
            with world.open() as other:
                assert other.clear(confirm=True) == 2
            one.record(whole_turn("Hello?"))
            assert (one.status().health, one.status().turns.total) == ("healthy", 1)
            assert one.work().processed == 1
