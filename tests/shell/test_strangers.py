"""What lies in the place of a store and is none: refused by name and never written to."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from sayso.shell.errors import ForeignStoreError
from sayso.shell.restoring import restore
from sayso.shell.salvaging import salvage_store
from tests.kit import World, whole_turn
from tests.shell.damages import left_in


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


FOREIGN = [
    "CREATE TABLE theirs (id)",
    "PRAGMA user_version = 2",
    "PRAGMA application_id = 7; CREATE TABLE theirs (id)",
    "PRAGMA journal_mode = delete; CREATE VIEW theirs AS SELECT 1",
    "PRAGMA journal_mode = wal; CREATE TABLE theirs (id)",
]


@pytest.mark.parametrize("script", FOREIGN)
@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("is_open", [True, False])
def test_somebody_elses_database_is_left_alone(
    world: World, script: str, create: bool, is_open: bool
) -> None:
    """It is refused, and no byte of file, log and journal mode changes, in use or not (S22)."""
    world.path.parent.mkdir()
    connection = apsw.Connection(str(world.path))
    for _ in connection.execute(script):
        pass
    if not is_open:
        connection.close()
    before = left_in(world.path.parent)
    with pytest.raises(ForeignStoreError, match="a database of another program"):
        world.open(create=create)
    assert left_in(world.path.parent) == before
    connection.close()


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_what_another_program_left_half_done_is_left_so(world: World, mode: str) -> None:
    """The log or journal of a program that was killed is for that program to take up again."""
    theirs = world.path.parent.parent / "theirs"
    theirs.mkdir()
    connection = apsw.Connection(str(theirs / "memory.db"))
    connection.pragma("journal_mode", mode)
    connection.execute("CREATE TABLE theirs (id)")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO theirs VALUES (zeroblob(99000))")
    shutil.copytree(theirs, world.path.parent)
    connection.close()
    before = left_in(world.path.parent)
    assert before.keys() > {"memory.db"}
    with pytest.raises(ForeignStoreError):
        world.open()
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("create", [True, False])
def test_a_symbolic_link_is_not_followed(
    world: World, tmp_path: Path, there: bool, create: bool
) -> None:
    """A link in the place of the store leads nowhere, whether its end exists or not (S21)."""
    elsewhere = tmp_path / "elsewhere.db"
    if there:
        elsewhere.touch()
    world.path.parent.mkdir()
    world.path.symlink_to(elsewhere)
    with pytest.raises(ForeignStoreError, match=r"memory\.db is a symbolic link"):
        world.open(create=create)
    assert elsewhere.exists() is there
    assert not there or elsewhere.read_bytes() == b""


def test_a_folder_behind_a_symbolic_link_is_not_followed(world: World, tmp_path: Path) -> None:
    """Neither is a link in the place of the store's folder (S21)."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    world.path.parent.symlink_to(elsewhere)
    with pytest.raises(ForeignStoreError, match=r"\.sayso is a symbolic link"):
        world.open()
    assert list(elsewhere.iterdir()) == []


def test_a_pipe_in_the_place_of_the_store_is_refused(world: World) -> None:
    """What is no regular file is neither waited for nor written to."""
    world.path.parent.mkdir()
    os.mkfifo(world.path)
    with pytest.raises(ForeignStoreError, match="no regular file"):
        world.open()
    assert world.path.is_fifo()


def test_a_folder_in_the_place_of_the_store_is_an_error(world: World) -> None:
    """It is reported in one line, and stays (S20)."""
    world.path.mkdir(parents=True)
    with pytest.raises(ForeignStoreError, match="is a folder"):
        world.open()
    assert list(world.path.iterdir()) == []


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "pipe"])
def test_nobody_waits_for_what_is_no_file_of_sqlite(
    world: World, suffix: str, make: Callable[[str], None]
) -> None:
    """A pipe would be waited for without end, a folder stumbled over; both are told by name."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
        backup = memory.backup(world.path.parent.parent / "kept.db").path
    make(f"{world.path}{suffix}")
    with pytest.raises(ForeignStoreError, match=f"{suffix} is "):
        world.open()
    with pytest.raises(ForeignStoreError, match=f"{suffix} is "):
        restore(backup, world.path.parent.parent, confirm=True, ports=world.ports)


def test_no_restore_waits_for_a_pipe_in_the_place_of_the_store(world: World) -> None:
    """It is refused by name like any other stranger."""
    with world.open() as memory:
        memory.record(whole_turn("One."))
        backup = memory.backup(world.path.parent.parent / "kept.db").path
    world.path.unlink()
    os.mkfifo(world.path)
    with pytest.raises(ForeignStoreError, match="no regular file"):
        restore(backup, world.path.parent.parent, confirm=True, ports=world.ports)


def test_exports_are_not_led_elsewhere(world: World, tmp_path: Path) -> None:
    """A link in the place of their folder may have come with a clone (S21)."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with world.open() as memory:
        memory.record(whole_turn("Private."))
        (world.path.parent / "exports").symlink_to(elsewhere)
        with pytest.raises(ForeignStoreError, match="exports is a symbolic link"):
            memory.export()
        with pytest.raises(ForeignStoreError, match="exports is a symbolic link"):
            salvage_store(tmp_path, None, world.ports)
        memory.export(elsewhere)
    assert len(list(elsewhere.iterdir())) == 1
