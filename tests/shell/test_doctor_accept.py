"""What lies there is taken for the truth when its owner says so, and everything else is sound."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.catalog import Healthy
from sayso.core.checkup.findings import About
from sayso.shell.doctor import accept, check_up
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, NotFoundError
from sayso.shell.store.trust import known_stores
from sayso.shell.store.witness import Witness, mark_path
from tests.kit import World, whole_turn
from tests.shell.calm import calm_and_warm
from tests.shell.damages import LOGICAL, in_use
from tests.shell.lived import lived_in
from tests.shell.losses import killed_after, log_of

if TYPE_CHECKING:
    from sayso.core.checkup.findings import Finding


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder for temporary files, on a machine without a finding of its own."""
    return calm_and_warm(monkeypatch, tmp_path_factory.mktemp("temporary"))


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


def found(world: World) -> list[Finding]:
    """Give what the doctor finds."""
    assert world.folder is not None
    return list(check_up(world.folder, world.ports).findings)


def lose(world: World) -> None:
    """Put an older copy in the place of the store, three changes back."""
    before = world.path.read_bytes()
    with world.open() as memory:
        for number in range(3):
            memory.record(whole_turn(f"Soon lost, {number}."))
    world.path.write_bytes(before)


def test_an_older_copy_is_taken_for_the_truth(world: World) -> None:
    """After it the store is healthy again, and what is given up is told."""
    lose(world)
    with world.open() as memory:
        assert memory.health != Healthy()
    assert world.folder is not None
    done = accept(world.folder, world.ports)
    assert (done.given_up, done.left) == (3, ())
    assert found(world) == []
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert memory.record(whole_turn("Goes on.")) is not None
    assert found(world) == []


def test_another_memory_is_taken_for_the_truth(world: World, tmp_path: Path) -> None:
    """A memory of another id was put there by hand: what was there before is given up."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other")
    other.ids.drawn = 1_000
    with other.open() as memory:
        memory.record(whole_turn("In another project."))
    world.path.write_bytes(other.path.read_bytes())
    assert [one.about for one in found(world)] == [About.MARK]
    assert world.folder is not None
    assert accept(world.folder, world.ports).given_up is None
    assert found(world) == []


def test_what_is_accepted_is_not_yet_trusted(world: World) -> None:
    """A memory that another user's Sayso made stays refused until it is trusted."""
    lose(world)
    assert world.folder is not None
    standing = check_up(world.folder, world.ports).standing
    assert standing is not None
    known_stores().forget(standing.store_id)
    assert {one.about for one in found(world)} == {About.MARK, About.TRUST}
    done = accept(world.folder, world.ports)
    assert [one.about for one in done.left] == [About.TRUST]
    assert [one.about for one in found(world)] == [About.TRUST]


def test_nothing_was_lost_where_all_is_well(world: World) -> None:
    """To accept a sound store does no harm, with or without its mark."""
    assert world.folder is not None
    assert accept(world.folder, world.ports).given_up == 0
    mark_path(world.path).unlink()
    assert accept(world.folder, world.ports).given_up == 0
    assert Witness(world.path).read().sighting is not None


@pytest.mark.parametrize("name", ["extra table", "dangling row", "no meta"])
def test_a_damaged_store_is_not_taken_for_the_truth(world: World, name: str) -> None:
    """Only what the mark says can be settled: any other damage is named, and the mark stays."""
    lose(world)
    LOGICAL[name](world.path)
    mark = mark_path(world.path).read_bytes()
    assert world.folder is not None
    with pytest.raises(MemorySchemaError, match="what lies there is not sound"):
        accept(world.folder, world.ports)
    assert mark_path(world.path).read_bytes() == mark


def test_what_is_gone_is_not_taken_for_the_truth(world: World, tmp_path: Path) -> None:
    """Where nothing lies, there is nothing to accept."""
    assert world.folder is not None
    world.path.unlink()
    with pytest.raises(MemorySchemaError, match="is gone"):
        accept(world.folder, world.ports)
    (tmp_path / "new").mkdir()
    with pytest.raises(NotFoundError, match="no memory in"):
        accept(tmp_path / "new", world.ports)


def test_a_mark_that_cannot_be_written(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told as what it is, and the store stays degraded."""
    lose(world)

    def fail(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Witness, "renew", fail)
    assert world.folder is not None
    with pytest.raises(MemoryStorageError, match="No space left"):
        accept(world.folder, world.ports)


def test_a_changed_journal_mode_is_accepted(world: World) -> None:
    """Another program took the log away from the store: that is settled by accepting it (S28)."""
    with world.open() as memory:
        memory.record(whole_turn("In use."))
    in_use("PRAGMA journal_mode = delete")(world.path)
    assert [one.about for one in found(world)] == [About.MARK]
    assert world.folder is not None
    assert accept(world.folder, world.ports).given_up == 0
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
    assert found(world) == []


def leave_half_done(path: Path) -> None:
    """Let another program change the store in its own way, and die in the middle."""
    aside = path.parent.parent / "aside"
    with closing(apsw.Connection(str(path))) as connection:
        for one in ("journal_mode = delete", "cache_size = 1"):
            connection.execute(f"PRAGMA {one}")
        connection.execute("BEGIN")
        for number in range(400):
            connection.execute(
                "INSERT INTO operations VALUES (?, 'x', zeroblob(32), hex(zeroblob(500)), 0)",
                (f"half {number}",),
            )
        shutil.copytree(path.parent, aside)
        connection.execute("ROLLBACK")
    shutil.rmtree(path.parent)
    shutil.move(aside, path.parent)
    assert Path(f"{path}-journal").stat().st_size


def test_what_another_program_left_half_done_is_undone(world: World) -> None:
    """A journal beside the store is told as damage; to accept lets SQLite play it back (S28)."""
    with world.open() as memory:
        memory.record(whole_turn("In use."))
    leave_half_done(world.path)
    with world.open() as memory:
        assert memory.health != Healthy()
    assert {one.about for one in found(world)} == {About.MARK}
    assert world.folder is not None
    assert accept(world.folder, world.ports).given_up == 0
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
        assert len(memory.list()) == 1
    assert found(world) == []


def test_a_mixture_of_two_moments_is_not_taken_for_the_truth(tmp_path: Path) -> None:
    """An older file under the log of a newer one is found, and no accepting makes it sound."""
    folder = tmp_path / "project"
    folder.mkdir()
    world = lived_in(folder)
    older = world.path.read_bytes()
    killed_after(world, 2)
    world.path.write_bytes(older)
    assert "memory.db is older than its log" in found(world)[0].what
    with pytest.raises(MemorySchemaError, match="older than its log"):
        accept(folder, world.ports)


def test_a_mixture_of_two_memories_is_not_taken_for_the_truth(world: World, tmp_path: Path) -> None:
    """The log of another memory would bring its tombstones and lose those that are here."""
    (tmp_path / "other").mkdir()
    other = World(tmp_path / "other")
    other.ids.drawn = 1_000
    with other.open() as memory:
        memory.record(whole_turn("In another project."))
        log_of(world.path).write_bytes(log_of(other.path).read_bytes())
    assert "memory.db-wal is the log of another memory" in [one.what for one in found(world)]
    assert world.folder is not None
    with pytest.raises(MemorySchemaError, match="not sound"):
        accept(world.folder, world.ports)
