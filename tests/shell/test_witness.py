"""The mark beside a store: what was lost is noticed, named and never served as healthy."""

from __future__ import annotations

import os
import stat
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.catalog import BRING_BACK, PUT_BACK, SWITCH_BACK, UNDO_HALF, Degraded, Healthy
from sayso.shell.errors import MemorySchemaError, NotFoundError
from sayso.shell.store import opening
from sayso.shell.store.trust import known_stores
from sayso.shell.store.witness import Witness, mark_path
from tests.kit import World, column, whole_turn
from tests.shell.damages import left_in
from tests.shell.losses import (
    LOSSES,
    change_mode,
    counter,
    killed_after,
    log_index,
    log_of,
    lose_log,
    sighting,
)

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


@pytest.mark.parametrize("garbage", [b"\x5a\x01" * 3_000, b"\0" * 9_000])
def test_what_lies_behind_the_end_of_a_log_is_no_loss(world: World, garbage: bytes) -> None:
    """SQLite stops at the last whole commit, and the mark misses nothing (S18)."""
    killed_after(world, SAID)
    with log_of(world.path).open("ab") as log:
        log.write(garbage)
    with world.open() as memory:
        assert memory.health == Healthy()
        assert memory.status().turns.total == SAID + 1


@pytest.mark.parametrize("garbage", [None, b"", b"\x5a\x01" * 16_384])
def test_the_index_of_a_log_is_made_anew(world: World, garbage: bytes | None) -> None:
    """It is derived: missing or garbled, it costs nothing (S19)."""
    killed_after(world, SAID)
    if garbage is not None:
        log_index(world.path).write_bytes(garbage)
    with world.open() as memory:
        assert memory.health == Healthy()
        assert memory.status().turns.total == SAID + 1


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


def test_a_store_just_put_in_place_may_have_a_journal(world: World) -> None:
    """Who is killed while a new store is switched to its log leaves one, and SQLite undoes it."""
    with world.open():
        pass
    change_mode(world.path, world.path, world.path)
    with closing(apsw.Connection(str(world.path))) as connection:
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN; UPDATE memory_meta SET last_error = printf('%.90000c', 'x')")
        halves = left_in(world.path.parent)
        connection.execute("ROLLBACK")
    for name, content in halves.items():
        (world.path.parent / name).write_bytes(content)
    assert (world.path.parent / "memory.db-journal").stat().st_size
    with world.open() as memory:
        assert memory.health == Healthy()
        assert memory.status().last_error is None


def test_a_loss_is_told_of_a_store_that_may_only_be_read(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its copy is held against the mark as well."""
    killed_after(world, SAID)
    lose_log(world.path, world.path, world.path)
    monkeypatch.setattr(opening, "unwritable_part", lambda path: path)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)
        assert "may not be written to" in memory.health.findings[0]
        assert "changes are gone" in memory.health.findings[1]


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
