"""Files of a store read past SQLite: no lock of this process is lost, and a copy is one moment."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import Healthy
from sayso.shell.store import files
from sayso.shell.store.bootstrap import verify
from sayso.shell.store.files import (
    digest_of,
    footprint,
    head_of,
    private_copy,
    traces_of,
    unwritable_part,
)
from tests.kit import World
from tests.shell.damages import in_sql, in_use
from tests.shell.lived import lived_in

# Another process that wants the file for itself and does not wait.
GRAB = """
import apsw, sys
connection = apsw.Connection(sys.argv[1])
try:
    connection.execute("BEGIN EXCLUSIVE")
except apsw.BusyError:
    print("busy")
else:
    print("grabbed")
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past."""
    return lived_in(tmp_path)


def copy_once(path: Path) -> None:
    """Make a copy and drop it."""
    with private_copy(path):
        pass


@pytest.mark.parametrize(
    "look", [head_of, digest_of, footprint, traces_of, unwritable_part, copy_once]
)
def test_looking_at_a_file_drops_no_lock(world: World, look: Callable[[Path], object]) -> None:
    """What another connection of this process has locked stays locked for other processes."""
    in_sql("PRAGMA journal_mode = delete")(world.path)  # here a reader holds locks on the file
    with closing(apsw.Connection(str(world.path))) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM turns").fetchall()
        look(world.path)
        done = subprocess.run(
            [sys.executable, "-c", GRAB, str(world.path)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == "busy"


def test_a_copy_is_taken_again_while_somebody_writes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change in the middle of copying is in the copy, wholly."""
    copy_file = files._copy_file  # noqa: SLF001 - the moment between two files is tested
    copied: list[Path] = []

    def copy_and_be_overtaken(original: Path, copy: Path) -> None:
        copy_file(original, copy)
        copied.append(original)
        if len(copied) == 1:
            in_use("UPDATE memory_meta SET commit_counter = 99")(world.path)

    monkeypatch.setattr(files, "_copy_file", copy_and_be_overtaken)
    with private_copy(world.path) as copy:
        assert copy.execute("SELECT commit_counter FROM memory_meta").fetchall() == [(99,)]
    assert len(copied) == 2 * len(files.PARTS)


def test_copying_ends_even_if_somebody_always_writes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a few tries the last copy has to do."""
    counted: list[int] = []

    def never_the_same(_path: Path) -> tuple[tuple[int, int, int], ...]:
        counted.append(1)
        return ((len(counted), 0, 0),)

    monkeypatch.setattr(files, "footprint", never_the_same)
    with private_copy(world.path) as copy:
        assert verify(copy, world.path.stat().st_size) == Healthy()
    assert len(counted) == 2 * limits.COPY_TRIES


def test_a_copy_has_no_name_and_cannot_be_written(world: World, tmp_path: Path) -> None:
    """Whoever looks finds no copy, and a diagnosis cannot change what it looks at."""
    with private_copy(world.path) as copy:
        assert not Path(copy.filename).parent.exists()
        with pytest.raises(apsw.ReadOnlyError):
            copy.execute("DELETE FROM deliveries")
        assert copy.execute("SELECT count(*) FROM turns").fetchall() == [(2,)]
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith("sayso-")] == []


def test_a_change_is_seen_in_file_and_log(world: World) -> None:
    """A hash tells a write apart, whether it stands in the log or in the file already."""
    before = digest_of(world.path)
    assert digest_of(world.path) == before
    with closing(apsw.Connection(str(world.path))) as connection:
        connection.execute("UPDATE memory_meta SET commit_counter = commit_counter + 1")
        in_log = digest_of(world.path)
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        in_file = digest_of(world.path)
    assert len({before, in_log, in_file}) == 3
