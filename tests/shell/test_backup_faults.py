"""A backup on a full disk, or in a process that is ended: there is no file, and nothing is left."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.shell.errors import MemoryStorageError
from tests.shell.lived import lived_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.kit import World

PATIENCE_S = 60

# A process of its own that stands still when the copy is made and not yet published.
HANG = """
import os, shutil, sys
from sayso import Memory
from sayso.shell import backing_up

def and_hang(content, file):
    copied(content, file)
    print("copied", flush=True)
    sys.stdin.readline()

copied, shutil.copyfileobj = shutil.copyfileobj, and_hang
with Memory.open(sys.argv[1], create=False) as memory:
    memory.backup(sys.argv[2])
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


def only_there(folder: Path) -> set[str]:
    """Give the names in a folder."""
    return {path.name for path in folder.iterdir()}


def fail_once(
    monkeypatch: pytest.MonkeyPatch, place: object, name: str, number: int = errno.ENOSPC
) -> None:
    """Let a call of the system fail as a full disk lets it."""

    def fail(*_given: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(place, name, fail)


@pytest.mark.parametrize("is_nameless", [True, False])
@pytest.mark.parametrize("name", ["fsync", "link", "pwrite"])
def test_an_error_leaves_nothing(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_nameless: bool
) -> None:
    """A full disk at any point is told, and no file and no part of one stays (S05)."""
    out, temporary = tmp_path / "out", tmp_path / "temporary"
    out.mkdir()
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    if not is_nameless:
        monkeypatch.delattr(os, "O_TMPFILE")
    with world.open() as memory:
        with monkeypatch.context() as patch:
            what = "replace" if name == "link" and not is_nameless else name
            fail_once(patch, Path if what == "replace" else os, what)
            with pytest.raises(MemoryStorageError, match=r"cannot back up to .*: No space left"):
                memory.backup(out / "a.db")
        assert only_there(out) == only_there(temporary) == set()
        assert memory.backup(out / "a.db").holding.memories == 1
    assert only_there(out) == {"a.db"}


@pytest.mark.parametrize("how", ["terminate", "kill"])
def test_a_process_that_is_ended_leaves_nothing(world: World, tmp_path: Path, how: str) -> None:
    """Neither SIGTERM nor SIGKILL in the middle leaves a file, a part of one, or a copy."""
    out, temporary = tmp_path / "out", tmp_path / "temporary"
    out.mkdir()
    temporary.mkdir()
    surroundings = os.environ | {"TMPDIR": str(temporary), "SQLITE_TMPDIR": str(temporary)}
    process = subprocess.Popen(
        [sys.executable, "-c", HANG, str(world.folder), str(out / "a.db")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=surroundings,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "copied\n"
    end: Callable[[], None] = getattr(process, how)
    end()
    process.communicate(timeout=PATIENCE_S)
    assert only_there(temporary) == set()
    left = only_there(out)
    assert left == set() or (not hasattr(os, "O_TMPFILE") and how == "kill")


@pytest.mark.parametrize("is_nameless", [True, False])
def test_a_backup_is_private_and_durable(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_nameless: bool
) -> None:
    """The file is on the disk before it has its name, and its name when the call returns."""
    if not is_nameless:
        monkeypatch.delattr(os, "O_TMPFILE")
    synced: list[tuple[bool, bool]] = []
    fsync = os.fsync
    path = tmp_path / "a.db"

    def and_tell(file: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(file).st_mode), path.exists()))
        fsync(file)

    with world.open() as memory:
        monkeypatch.setattr(os, "fsync", and_tell)
        made = memory.backup(path)
    assert synced[:2] == [(False, False), (True, True)]
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
