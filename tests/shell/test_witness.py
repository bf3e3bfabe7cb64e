"""The mark beside a store: what was lost is noticed, named and never served as healthy."""

from __future__ import annotations

import fcntl
import os
import stat
from typing import TYPE_CHECKING

import pytest

from sayso.core.catalog import BRING_BACK, PUT_BACK, SWITCH_BACK, UNDO_HALF, Degraded, Healthy
from sayso.core.witness import Sighting
from sayso.shell.errors import MemorySchemaError, NotFoundError
from sayso.shell.store.trust import known_stores
from sayso.shell.store.witness import Witness, mark_path
from tests.kit import World, column, whole_turn
from tests.shell.damages import left_in
from tests.shell.losses import LOSSES, change_mode, killed_after, lose_log

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SAID = 3
OTHER_IDS_FROM = 500


def world_at(folder: Path) -> World:
    """Give a project in a folder of its own."""
    folder.mkdir()
    return World(folder)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project without a store."""
    return world_at(tmp_path / "ours")


def lost(world: World, tmp_path: Path, lose: Callable[[Path, Path, Path], None]) -> None:
    """Give a killed store something to lose, and lose it."""
    kept = killed_after(world, SAID)
    other = world_at(tmp_path / "theirs")
    other.ids.drawn = OTHER_IDS_FROM
    killed_after(other, SAID)
    lose(world.path, kept, other.path)


def sighting(world: World) -> Sighting | None:
    """Read what the mark says."""
    return Witness(world.path).read().sighting


def counter(world: World) -> int:
    """Give how many transactions the store has committed, by its own word."""
    with world.open() as memory:
        return int(str(column(memory, "commit_counter", "memory_meta")[0]))


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_is_named_and_nothing_is_served(world: World, tmp_path: Path, name: str) -> None:
    """What SQLite takes for a sound store is degraded, with a remedy, and stays as it is."""
    lose, finding = LOSSES[name]
    lost(world, tmp_path, lose)
    before = left_in(world.path.parent)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
        assert finding in memory.health.findings[0]
        assert memory.health.remedy in (BRING_BACK, PUT_BACK, SWITCH_BACK, UNDO_HALF)
        assert memory.status().health == "degraded"
        for use in (memory.list, memory.context, lambda: memory.record(whole_turn("More?"))):
            with pytest.raises(MemorySchemaError):
                use()
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize("name", LOSSES)
def test_nothing_but_the_mark_notices_it(world: World, tmp_path: Path, name: str) -> None:
    """Without the mark the same store passes for healthy, or for none yet."""
    lose, _ = LOSSES[name]
    lost(world, tmp_path, lose)
    mark_path(world.path).unlink()
    for number in range(OTHER_IDS_FROM, OTHER_IDS_FROM + 3):
        known_stores().remember(f"{number:032x}")
    if name == "a hot journal":  # judged by what a copy becomes of it
        with world.open() as memory:
            assert isinstance(memory.health, Degraded)
        return
    with world.open() as memory:
        assert memory.health == Healthy()
        memory.record(whole_turn("More?"))


@pytest.mark.parametrize("name", LOSSES)
def test_a_clear_leads_out_of_every_loss(world: World, tmp_path: Path, name: str) -> None:
    """The mark of the cleared store is a new one, and holds from then on."""
    lose, _ = LOSSES[name]
    lost(world, tmp_path, lose)
    with world.open() as memory:
        memory.clear(confirm=True)
        memory.record(whole_turn("Anew."))
    with world.open() as memory:
        assert memory.health == Healthy()
        assert memory.status().turns.total == 1
    seen = sighting(world)
    assert seen is not None
    assert seen.commits == counter(world)
    assert seen.heir is None


def test_a_loss_is_found_in_a_store_that_is_open(world: World, tmp_path: Path) -> None:
    """Status of a host that lives looks at the mark again."""
    killed_after(world, SAID)
    with world.open() as memory:
        Witness(world.path).note(_store_id(world), 99)
        assert memory.status().health == "degraded"
        with pytest.raises(MemorySchemaError, match="gone"):
            memory.list()


def test_every_commit_is_noted(world: World) -> None:
    """The mark says the count of the store after each commit, of whatever kind."""
    with world.open() as memory:
        for use in (
            lambda: memory.record(whole_turn("One.")),
            lambda: memory.turn("Two.").finish("Done."),
            memory.work,
            memory.new_thread,
            lambda: memory.clear(confirm=True),
        ):
            use()
            seen = sighting(world)
            assert seen is not None
            assert seen.commits == column(memory, "commit_counter", "memory_meta")[0]
            assert seen.store_id == column(memory, "store_id", "memory_meta")[0]


def test_a_store_has_a_mark_from_its_beginning(world: World) -> None:
    """Private to the user, whatever the umask; nothing is missed before the first commit."""
    before = os.umask(0)
    try:
        with world.open() as memory:
            assert memory.health == Healthy()
    finally:
        os.umask(before)
    assert stat.S_IMODE(mark_path(world.path).stat().st_mode) == 0o600
    world.path.unlink()
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)


def test_the_leave_of_a_new_mark_ends_with_the_first_opening(world: World) -> None:
    """What was put in place may have any journal mode; what is in use may not lose its log."""
    for _ in range(2):
        with world.open():
            pass
    seen = sighting(world)
    assert seen is not None
    assert seen.heir is None
    change_mode(world.path, world.path, world.path)
    with world.open() as memory:
        assert "changed how memory.db is written" in str(memory.health)


def test_an_older_mark_is_no_loss(world: World) -> None:
    """A process that died between COMMIT and mark has lost nothing; the next commit catches up."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
        older = mark_path(world.path).read_bytes()
        memory.record(whole_turn("Two."))
    mark_path(world.path).write_bytes(older)
    with world.open() as memory:
        assert memory.health == Healthy()
        memory.record(whole_turn("Three."))
    seen = sighting(world)
    assert seen is not None
    assert seen.commits == counter(world)


def test_a_missing_mark_is_made_at_the_next_commit(world: World) -> None:
    """A healthy store without a mark is no loss; looking makes none."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
    mark_path(world.path).unlink()
    with world.open(create=False) as memory:
        assert memory.status().health == "healthy"
        assert not mark_path(world.path).exists()
        memory.record(whole_turn("Two."))
    seen = sighting(world)
    assert seen is not None
    assert seen.commits == counter(world)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"garbage" * 9, "its checksum does not fit"),
        (b"\0" * 512, "its checksum does not fit"),
        (b"x", "its checksum does not fit"),
    ],
)
def test_an_unreadable_mark_is_told_and_renewed(world: World, content: bytes, reason: str) -> None:
    """It is a witness, never a source: the store is used, the next commit makes it right."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
    mark_path(world.path).write_bytes(content)
    with world.open() as memory:
        status = memory.status()
        assert status.health == "healthy"
        assert status.notes == (f"memory.db.mark cannot be read: {reason}",)
        memory.record(whole_turn("Two."))
    seen = Witness(world.path).read()
    assert seen.fault is None
    assert seen.sighting is not None
    assert seen.sighting.commits == counter(world)


def test_an_unreadable_mark_still_proves_that_there_was_a_store(world: World) -> None:
    """A file that is gone beside it was lost."""
    with world.open():
        pass
    mark_path(world.path).write_bytes(b"garbage")
    world.path.unlink()
    with world.open() as memory:
        assert "memory.db is gone" in str(memory.health)


def _link(path: Path, elsewhere: Path) -> None:
    path.symlink_to(elsewhere)


def _folder(path: Path, _elsewhere: Path) -> None:
    path.mkdir()


def _pipe(path: Path, _elsewhere: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("put", "reason"),
    [
        (_link, "it is a symbolic link"),
        (_folder, "it is no regular file"),
        (_pipe, "it is no regular file"),
    ],
)
def test_what_is_no_mark_stops_no_commit(
    world: World, tmp_path: Path, put: Callable[[Path, Path], None], reason: str
) -> None:
    """A change that is saved stays saved; nothing is followed, and status tells both troubles."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_bytes(b"somebody's")
    with world.open() as memory:
        memory.record(whole_turn("One."))
    mark_path(world.path).unlink()
    put(mark_path(world.path), elsewhere)
    with world.open() as memory:
        memory.record(whole_turn("Two."))
        status = memory.status()
        assert status.turns.total == 2
        assert status.notes[0] == f"memory.db.mark cannot be read: {reason}"
        assert status.notes[1].startswith("memory.db.mark cannot be written: ")
    assert elsewhere.read_bytes() == b"somebody's"


def test_a_mark_in_other_hands_delays_no_commit(world: World) -> None:
    """Who was stopped while he wrote the mark stops nobody else; an older mark is harmless."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
        with mark_path(world.path).open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            memory.record(whole_turn("Two."))
            seen = sighting(world)
            assert seen is not None
            assert seen.commits < int(str(column(memory, "commit_counter", "memory_meta")[0]))
            Witness(world.path).renew(seen.store_id, 7)  # what is done on purpose is written
            assert sighting(world) == Sighting(
                store_id=seen.store_id, commits=7, heir=seen.store_id
            )


def test_a_mark_that_was_deleted_is_made_again(world: World) -> None:
    """What is written to a file without a name helps nobody."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
        mark_path(world.path).unlink()
        memory.record(whole_turn("Two."))
        seen = sighting(world)
        assert seen is not None
        assert seen.commits == column(memory, "commit_counter", "memory_meta")[0]


def test_the_mark_is_synced_at_checkpoints_and_at_the_end(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit costs no sync beyond SQLite's own; a closed store's mark is on the disk."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    with world.open() as memory:
        synced.clear()
        memory.record(whole_turn("One."))
        memory.record(whole_turn("Two."))
        assert synced == []
        memory.store.checkpoint()
        assert len(synced) == 1
        memory.record(whole_turn("Three."))
    assert len(synced) == 2


def test_a_memory_without_a_file_has_no_mark() -> None:
    """Nothing stands beside a store in memory."""
    with World(None).open() as memory:
        memory.record(whole_turn("One."))
        assert memory.store.beside is None
        assert memory.status().checked is None


def test_a_folder_that_is_gone_holds_no_memory(world: World) -> None:
    """Store and mark deleted together were deleted on purpose."""
    with world.open():
        pass
    mark_path(world.path).unlink()
    world.path.unlink()
    with pytest.raises(NotFoundError):
        world.open(create=False)


def test_a_log_that_is_lost_again_is_noticed_again(world: World) -> None:
    """What a degraded store shows does not renew its mark."""
    killed_after(world, SAID)
    lose_log(world.path, world.path, world.path)
    for _ in range(2):
        with world.open() as memory:
            memory.status()
            assert isinstance(memory.health, Degraded)


def _store_id(world: World) -> str:
    seen = sighting(world)
    assert seen is not None
    return seen.store_id
