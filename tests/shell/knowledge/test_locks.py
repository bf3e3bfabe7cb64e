"""Writers of the same file of knowledge wait for each other, and nobody else does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sayso.shell.errors import MemoryLeaseError, MemoryStorageError
from sayso.shell.knowledge.atomic import read_file, write_file
from sayso.shell.knowledge.locks import locked
from sayso.shell.ports import SystemClock
from tests.kit import FakeClock

PROCESSES = 4
WRITES = 50


def count_up(root: Path, times: int) -> None:
    """Read, add one and write, so many times."""
    for _ in range(times):
        with locked(root, ["patterns.json"], SystemClock()):
            found = json.loads(read_file(root / "patterns.json") or b"0")
            write_file(root / "patterns.json", json.dumps(found + 1).encode())


def test_no_write_of_several_processes_is_lost(tmp_path: Path) -> None:
    """Processes that read, change and write the same file at once lose nothing."""
    command = [sys.executable, "-m", "tests.shell.knowledge.test_locks", str(tmp_path)]
    running = [subprocess.Popen(command) for _ in range(PROCESSES)]
    assert [process.wait() for process in running] == [0] * PROCESSES
    assert read_file(tmp_path / "patterns.json") == str(PROCESSES * WRITES).encode()


def test_who_waits_too_long_is_told(tmp_path: Path) -> None:
    """A file that stays locked is refused after its time; others are free meanwhile."""
    clock = FakeClock()
    began = clock.now_us()
    with locked(tmp_path, ["functions/BRAKE.json"], clock):
        with (
            pytest.raises(MemoryLeaseError, match=r"functions\+BRAKE\.json .* somebody else"),
            locked(tmp_path, ["functions/BRAKE.json"], clock),
        ):
            pytest.fail("two hold the same lock")
        assert clock.now_us() - began == 15_000_000
        with locked(tmp_path, ["patterns.json", "functions/HORN.json"], clock):
            pass
    with locked(tmp_path, ["functions/BRAKE.json"], clock):
        assert clock.now_us() - began == 15_000_000


def test_a_child_of_a_fork_does_not_keep_the_lock(tmp_path: Path) -> None:
    """The lock is free when its holder lets go, though a child still has the file open."""
    reading, writing = os.pipe()
    with locked(tmp_path, ["project.md"], SystemClock()):
        child = os.fork()
        if child == 0:
            os.read(reading, 1)
            os._exit(0)
    with locked(tmp_path, ["project.md"], FakeClock()):
        os.write(writing, b"x")
    os.waitpid(child, 0)
    os.close(reading)
    os.close(writing)


def test_a_lock_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    """A plain file where the locks should lie is one clear error."""
    (tmp_path / ".locks").write_bytes(b"")
    with (
        pytest.raises(MemoryStorageError, match="cannot lock"),
        locked(tmp_path, ["project.md"], FakeClock()),
    ):
        pytest.fail("there can be no lock")


if __name__ == "__main__":
    count_up(Path(sys.argv[1]), WRITES)
