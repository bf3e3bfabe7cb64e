"""Restore: a backup takes the place of a memory whole, and nothing of the old one lands in it."""

from __future__ import annotations

import shutil
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.catalog import Healthy
from sayso.shell.errors import RequestError
from sayso.shell.memory import Memory
from sayso.shell.restoring import restore
from sayso.shell.store.trust import known_stores
from sayso.shell.store.witness import Witness
from tests.kit import World, column, whole_turn
from tests.shell.damages import CLEARABLE, in_use, left_in
from tests.shell.lived import GENERATION, LAST_ITEM, LAST_TURN, SAID, lived_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell import restoring

LATER = "We decided: deploy on Fridays."
LATER_QUOTE = "deploy on Fridays"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


@pytest.fixture
def backup(world: World, tmp_path: Path) -> Path:
    """Give a backup of it."""
    with world.open() as memory:
        return memory.backup(tmp_path / "backup.db").path


def put_back(world: World, backup: Path) -> restoring.Restored:
    """Restore with the world's own time."""
    assert world.folder is not None
    return restore(backup, world.folder, confirm=True, ports=world.ports)


def test_a_restore_gives_back_what_was_backed_up(world: World, backup: Path) -> None:
    """What was said later is given up, what was forgotten later is there again, and it is told."""
    with world.open() as memory:
        memory.record(whole_turn("Said later."))
        memory.forget(LAST_ITEM)
        assert memory.list() == ()
    done = put_back(world, backup)
    assert (done.holding.turns, done.holding.memories) == (2, 1)
    assert done.given_up == 2
    assert done.generation == GENERATION + 1
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert [one.item_id for one in memory.list()] == [LAST_ITEM]
        assert column(memory, "user_text", "turns") == [SAID, "Later?"]
        assert memory.status().generation == GENERATION + 1


@pytest.mark.parametrize("what", ["gone", "gone with its folder", *CLEARABLE])
def test_a_restore_works_whatever_became_of_the_store(
    world: World, backup: Path, what: str
) -> None:
    """Missing or damaged in any way, the store is what the backup says afterwards."""
    if what == "gone":
        world.path.unlink()
    elif what == "gone with its folder":
        shutil.rmtree(world.path.parent)
    else:
        CLEARABLE[what](world.path)
    put_back(world, backup)
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert [one.item_id for one in memory.list()] == [LAST_ITEM]
        assert memory.record(whole_turn("Goes on.")) is not None
        assert (memory.status().generation or 0) > GENERATION
    with world.open(create=False) as memory:
        assert memory.health == Healthy()


def test_the_mark_tells_what_a_lost_store_had_saved(world: World, backup: Path) -> None:
    """Where the store is gone, its mark still says how many changes are given up."""
    with world.open() as memory:
        memory.record(whole_turn("Soon lost."))
    world.path.unlink()
    assert put_back(world, backup).given_up == 1
    shutil.rmtree(world.path.parent)
    assert put_back(world, backup).given_up is None


def test_no_number_is_used_twice(world: World, backup: Path) -> None:
    """A turn after a restore gets a number that no turn of the replaced state had."""
    with world.open() as memory:
        numbers = [memory.record(whole_turn(f"Said later, {n}.")) for n in range(3)]
    put_back(world, backup)
    with world.open() as memory:
        assert memory.record(whole_turn("After it.")) == max(map(int, filter(None, numbers))) + 1
        assert column(memory, "sequence", "turns") == [1, 2, 3]


def test_the_mark_and_trust_know_the_restored_store(world: World, backup: Path) -> None:
    """The mark has seen the restored store, ahead of all before, and it is trusted (C140)."""
    with world.open() as memory:
        memory.record(whole_turn("Said later."))
    before = Witness(world.path).read().sighting
    done = put_back(world, backup)
    after = Witness(world.path).read().sighting
    assert before is not None
    assert after is not None
    assert after.store_id == before.store_id == done.holding.store_id
    assert after.commits > before.commits
    assert known_stores().knows(done.holding.store_id)


def test_a_backup_of_another_memory(world: World, tmp_path: Path) -> None:
    """The memory of another project can be put in place; what was there is given up untold."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other")
    other.ids.drawn = 1_000
    with other.open() as memory:
        memory.record(whole_turn("In another project."))
        backup = memory.backup(tmp_path / "other.db").path
    with world.open() as open_before:
        done = put_back(world, backup)
        assert done.given_up is None
        assert column(open_before, "user_text", "turns") == ["In another project."]
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert memory.record(whole_turn("Goes on.")) == LAST_TURN + 1


def test_what_a_model_has_cost_stays_counted(world: World, backup: Path) -> None:
    """The money is spent: a restore gives no budget back."""
    in_use("UPDATE model_usage SET calls = 90, tokens = 70000")(world.path)
    put_back(world, backup)
    with world.open() as memory:
        usage = memory.status().usage
        assert usage is not None
        assert (usage.calls, usage.tokens) == (90, 70_000)


def test_a_backup_is_used_as_often_as_one_likes(world: World, backup: Path) -> None:
    """A backup is only read; each restore begins another generation."""
    content = backup.read_bytes()
    assert put_back(world, backup).generation == GENERATION + 1
    assert put_back(world, backup).generation == GENERATION + 2
    assert backup.read_bytes() == content
    assert left_in(backup.parent).keys() & {"backup.db-wal", "backup.db-journal"} == set()


def test_without_confirmation_nothing_happens(world: World, backup: Path) -> None:
    """Only the value True confirms."""
    assert world.folder is not None
    before = left_in(world.path.parent)
    with pytest.raises(RequestError, match="nothing was changed"):
        restore(backup, world.folder, confirm=False)
    assert left_in(world.path.parent) == before


def test_a_plain_copy_with_its_log_is_a_backup_too(world: World, tmp_path: Path) -> None:
    """What somebody copied by hand, log and all, is judged and restored as SQLite would read it."""
    copies = tmp_path / "copies"
    with world.open() as memory:
        memory.record(whole_turn("Still in the log."))
        shutil.copytree(world.path.parent, copies)
    put_back(world, copies / "memory.db")
    with closing(apsw.Connection(str(world.path))) as connection:
        rows = connection.execute("SELECT user_text FROM turns ORDER BY id").fetchall()
    assert rows == [(SAID,), ("Later?",), ("Still in the log.",)]


def test_the_public_name(world: World, backup: Path) -> None:
    """A host imports it from the package."""
    import sayso

    assert world.folder is not None
    assert sayso.restore(backup, str(world.folder), confirm=True).holding.turns == 2
    with Memory.open(world.folder, create=False) as memory:
        assert memory.health == Healthy()
