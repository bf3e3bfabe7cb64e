"""The mark as a file: garbage, links, locks and a full disk stand in the way of no commit."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

import pytest

from sayso.core.witness import Sighting
from sayso.shell.store.witness import Witness, mark_path
from tests.kit import World, column, whole_turn
from tests.shell.losses import counter, sighting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project without a store."""
    return World(tmp_path)


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


@pytest.mark.parametrize("store_id", ["", "x" * 10_000, "../" + "a" * 29])
def test_an_id_that_is_none_of_ours_is_not_written(world: World, store_id: str) -> None:
    """It could run over the end of its line."""
    with world.open():
        pass
    before = mark_path(world.path).read_bytes()
    witness = Witness(world.path)
    with pytest.raises(OSError, match="no id that Sayso gave"):
        witness.renew(store_id, 1)
    with pytest.raises(OSError, match="no id that Sayso gave"):
        witness.announce(store_id)
    witness.note(store_id, 99)
    assert mark_path(world.path).read_bytes() == before


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


def test_a_mark_that_is_missing_is_told_until_it_is_made(world: World) -> None:
    """Without it nobody can tell what was lost; the next commit makes it."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
    mark_path(world.path).unlink()
    with world.open() as memory:
        assert "memory.db.mark is not there" in memory.status().notes[0]
        memory.record(whole_turn("Two."))
        assert memory.status().notes == ()
