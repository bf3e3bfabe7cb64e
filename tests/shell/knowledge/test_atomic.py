"""A file of knowledge is old or new, whole, whatever fails while it is written."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.errors import MemoryStorageError, RefusedError
from sayso.shell.knowledge import atomic
from sayso.shell.knowledge.atomic import read_file, remove_file, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class FailingDisk:
    """Lets the nth call that touches the disk fail, and counts them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.left = -1
        self.seen: list[str] = []
        patch.setattr(os, "open", self._failing("open", os.open))
        patch.setattr(os, "fsync", self._failing("fsync", os.fsync))
        patch.setattr(os, "fdopen", self._failing("fdopen", os.fdopen))
        patch.setattr(Path, "mkdir", self._failing("mkdir", Path.mkdir))
        patch.setattr(Path, "replace", self._failing("replace", Path.replace))

    def _failing(self, name: str, call: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*given: object, **named: object) -> object:
            if self.left >= 0:
                self.seen.append(name)
                self.left -= 1
                if self.left < 0:
                    raise OSError(5, "Input/output error")
            return call(*given, **named)

        return wrapped


@pytest.fixture
def disk() -> Iterator[FailingDisk]:
    """Give a disk that fails when it is told to."""
    with pytest.MonkeyPatch.context() as patch:
        yield FailingDisk(patch)


def fault_of(path: Path, content: bytes) -> str | None:
    """Write a file, and give what went wrong."""
    try:
        write_file(path, content)
    except MemoryStorageError as error:
        return str(error)
    return None


@pytest.mark.parametrize("before", [None, b"old"])
def test_a_failing_disk_leaves_the_old_file_or_the_new_one(
    disk: FailingDisk, tmp_path: Path, before: bytes | None
) -> None:
    """Whatever call fails, the file is whole and nothing lies beside it."""
    for calls in count(1):
        path = tmp_path / f"{calls}" / "functions" / "BRAKE.json"
        if before is not None:
            write_file(path, before)
        disk.left, disk.seen = calls, []
        error = fault_of(path, b"new")
        is_done, disk.left = disk.left >= 0, -1
        assert error == (None if is_done else f"cannot write {path}: Input/output error")
        assert read_file(path) in (before, b"new")
        assert {one.name for one in path.parent.glob("*")} <= {"BRAKE.json"}
        if is_done:
            assert {"open", "fdopen", "fsync", "replace"} <= set(disk.seen)
            assert read_file(path) == b"new"
            break


def test_what_a_kill_left_is_taken_away_by_the_next_write(tmp_path: Path) -> None:
    """A half-written file beside does not stop anybody, and does not stay."""
    path = tmp_path / "patterns.json"
    left = tmp_path / f".patterns.json{atomic.TEMP_SUFFIX}"
    left.write_bytes(b"ha")
    write_file(path, b"whole")
    assert (path.read_bytes(), [one.name for one in tmp_path.iterdir()]) == (b"whole", [path.name])
    assert path.stat().st_mode & 0o777 == atomic.FILE_MODE


def test_a_file_is_taken_away_once_and_may_be_gone(tmp_path: Path) -> None:
    """Removing what is not there is no fault, also where its folder is not."""
    path = tmp_path / "a" / "project.md"
    remove_file(path)
    write_file(path, b"x")
    remove_file(path)
    remove_file(path)
    assert read_file(path) is None


def test_only_plain_files_within_the_limit_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe in a file's place is refused at once, and so is a file beyond the limit."""
    os.mkfifo(tmp_path / "patterns.json")
    with pytest.raises(RefusedError, match="is no plain file"):
        read_file(tmp_path / "patterns.json")
    with pytest.raises(MemoryStorageError, match="cannot read"):
        read_file(tmp_path / ("x" * 300))
    monkeypatch.setattr(limits, "KNOWLEDGE_FILE_MAX_BYTES", 1024 * 1024)
    path = tmp_path / "project.md"
    write_file(path, bytes(1024 * 1024))
    with pytest.raises(RefusedError, match="beyond the limit of 1 MiB"):
        write_file(path, bytes(1024 * 1024 + 1))
    assert read_file(path) == bytes(1024 * 1024)
    path.write_bytes(bytes(1024 * 1024 + 1))
    with pytest.raises(RefusedError, match="beyond the limit of 1 MiB"):
        read_file(path)


def test_a_disk_that_takes_nothing_away_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be removed is reported, and stays."""

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "project.md"
    write_file(path, b"x")
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(MemoryStorageError, match=r"cannot remove .*: Permission denied"):
        remove_file(path)
    assert read_file(path) == b"x"
