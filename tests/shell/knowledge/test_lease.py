"""One process at a time holds the lease of a dream, and a dead one doesn't."""

from __future__ import annotations

import os
import subprocess
import sys
from threading import Event
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.knowledge.dream_lease import Holder, Running, read_holder
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.atomic import TEMP_SUFFIX
from sayso.shell.knowledge.lease import LOCK, Lease, breathing, take_lease, who_dreams
from sayso.shell.knowledge.processes import ThisMachine
from tests.shell.knowledge.dreamkit import FakeMachine
from tests.shell.knowledge.knowkit import folder_in

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.knowledge.folder import Folder
    from tests.kit import World

HOUR_S = 3600


@pytest.fixture
def kept(tmp_path: Path) -> tuple[Folder, World]:
    """Give an empty folder of knowledge with its world."""
    return folder_in(tmp_path / "memory")


def taken(folder: Folder, machine: FakeMachine | ThisMachine) -> Lease:
    """Take a lease that is free."""
    lease = take_lease(folder, machine)
    assert lease is not None
    return lease


def left_by(folder: Folder, content: bytes) -> Path:
    """Leave a lock file as somebody else would have written it, just now."""
    path = folder.root / LOCK
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    now_ns = folder.ports.clock.now_us() * 1_000
    os.utime(path, ns=(now_ns, now_ns))
    return path


def test_one_holds_it_until_it_is_given_back(kept: tuple[Folder, World]) -> None:
    """The file names the holder by number, place, time and token; nobody else gets it meanwhile."""
    folder, world = kept
    lease = taken(folder, FakeMachine())
    held = read_holder((folder.root / LOCK).read_bytes())
    assert held == lease.holder
    assert (lease.holder.pid, lease.holder.host, lease.holder.process_started) == (
        1,
        "here",
        "boot:1",
    )
    world.clock.advance(100 * HOUR_S)
    assert take_lease(folder, FakeMachine()) is None
    assert who_dreams(folder, FakeMachine()) == held
    lease.give_back()
    assert who_dreams(folder, FakeMachine()) is None
    again = taken(folder, FakeMachine())
    assert again.holder.token != lease.holder.token
    assert {one.name for one in folder.root.iterdir()} == {LOCK, ".locks"}


def test_a_dead_holder_frees_it_at_once(kept: tuple[Folder, World]) -> None:
    """A real process that was killed holds nothing, waited for or not; a living one does."""
    folder, _ = kept
    machine = ThisMachine()
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    left_by(folder, f"{child.pid}".encode())
    assert take_lease(folder, machine) is None
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert machine.running(child.pid) is None, "it ended, though nobody has asked for its result"
    child.communicate()
    assert machine.running(child.pid) is None
    assert taken(folder, machine).holder.pid == os.getpid()
    assert take_lease(folder, machine) is None


def test_another_process_of_the_same_number_is_not_the_holder(kept: tuple[Folder, World]) -> None:
    """The number of a dead holder that was given anew frees the lease."""
    folder, _ = kept
    first = taken(folder, FakeMachine())
    later = FakeMachine(own=2, alive={1: Running(started="boot:9"), 2: Running()})
    second = taken(folder, later)
    assert (first.renew(), second.renew()) == (False, True)
    first.give_back()
    assert who_dreams(folder, later) == second.holder


def test_this_machine_tells_its_processes_apart(tmp_path: Path) -> None:
    """Two real processes began at different times; without /proc the number alone counts."""
    machine, bare = ThisMachine(), ThisMachine(tmp_path)
    own, first = machine.running(os.getpid()), machine.running(os.getppid())
    assert own is not None
    assert own == machine.running(os.getpid())
    assert own != first
    assert own.started.count(":") == 1
    assert bare.running(os.getpid()) == Running()
    assert machine.host().startswith(f"{bare.host()} pid:[")
    assert bare.host() == os.uname().nodename


def test_a_process_that_refuses_the_signal_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else's process can't be signalled and still holds its lease."""

    def refuse(pid: int, signal: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "kill", refuse)
    assert ThisMachine(tmp_path).running(1) == Running()
    monkeypatch.undo()
    assert ThisMachine().running(99_999_999) is None


@pytest.mark.parametrize(
    "content", [b"", b"half", b'{"pid": 7, "host": "elsewhere", "token": "x"}']
)
def test_an_unknown_holder_holds_it_for_an_hour(kept: tuple[Folder, World], content: bytes) -> None:
    """Somebody elsewhere, or a file that can't be read, counts by its last sign of life."""
    folder, world = kept
    left_by(folder, content)
    world.clock.advance(HOUR_S - 1)
    assert take_lease(folder, FakeMachine()) is None
    left = who_dreams(folder, FakeMachine())
    assert left is not None
    assert left.pid == (7 if b"pid" in content else 0)
    world.clock.advance(1)
    assert taken(folder, FakeMachine()).holder.pid == 1


def test_a_clock_put_back_does_not_keep_it_for_ever(kept: tuple[Folder, World]) -> None:
    """A sign of life from the future counts from the first look after."""
    folder, world = kept
    left_by(folder, b"half")
    world.clock.advance(-100 * HOUR_S)
    assert take_lease(folder, FakeMachine()) is None
    world.clock.advance(HOUR_S - 1)
    assert take_lease(folder, FakeMachine()) is None
    world.clock.advance(1)
    assert take_lease(folder, FakeMachine()) is not None


def test_a_sign_of_life_keeps_it(kept: tuple[Folder, World]) -> None:
    """Who renews in time holds it against others elsewhere; who doesn't has lost it."""
    folder, world = kept
    lease = taken(folder, FakeMachine())
    elsewhere = FakeMachine(name="elsewhere", own=5)
    for _ in range(3):
        world.clock.advance(HOUR_S - 1)
        assert take_lease(folder, elsewhere) is None
        assert lease.renew()
    world.clock.advance(HOUR_S)
    other = taken(folder, elsewhere)
    assert not lease.renew()
    lease.give_back()
    assert read_holder((folder.root / LOCK).read_bytes()) == other.holder


def test_signs_of_life_come_from_a_thread(caplog: pytest.LogCaptureFixture) -> None:
    """They come again after a failure, which is logged, and end with the dream."""
    second = Event()
    failures = [MemoryStorageError("disk full")]
    seen: list[int] = []

    def breathe() -> None:
        if failures:
            raise failures.pop()
        seen.append(1)
        second.set()

    with breathing(breathe, 1_000):
        assert second.wait(5)
    count = len(seen)
    assert "a dream gave no sign of life: disk full" in caplog.text
    assert len(seen) == count


def test_it_is_made_where_files_have_one_name(
    kept: tuple[Folder, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk without links the file is made anew, and only where there is none."""
    monkeypatch.setattr(os, "link", fail_to_link)
    folder, _ = kept
    lease = taken(folder, FakeMachine())
    assert read_holder((folder.root / LOCK).read_bytes()) == lease.holder
    assert {one.name for one in folder.root.iterdir()} == {LOCK, ".locks"}


@pytest.mark.parametrize("has_links", [True, False])
def test_who_comes_in_between_has_it(
    kept: tuple[Folder, World], monkeypatch: pytest.MonkeyPatch, *, has_links: bool
) -> None:
    """A file that appears after the look is not written over: its writer holds the lease."""
    folder, _ = kept
    link = os.link

    def late(source: Path, target: Path) -> None:
        left_by(folder, b"7")
        if not has_links:
            raise PermissionError(1, "Operation not permitted")
        link(source, target)

    monkeypatch.setattr(os, "link", late)
    assert take_lease(folder, FakeMachine()) is None
    assert read_holder((folder.root / LOCK).read_bytes()) == Holder(pid=7)


def test_what_a_kill_left_is_taken_away(kept: tuple[Folder, World]) -> None:
    """A half-written file beside the lock stops nobody and does not stay."""
    folder, _ = kept
    folder.root.mkdir(parents=True)
    left = folder.root / f"{LOCK}{TEMP_SUFFIX}"
    left.write_bytes(b"ha")
    assert take_lease(folder, FakeMachine()) is not None
    assert not left.exists()


@pytest.mark.parametrize("has_links", [True, False])
@pytest.mark.parametrize("call", ["fsync", "utime"])
def test_a_bad_disk_is_told(
    kept: tuple[Folder, World], monkeypatch: pytest.MonkeyPatch, call: str, *, has_links: bool
) -> None:
    """Where the lease can't be written it is not taken, and nothing of it is left."""
    folder, _ = kept
    calls: list[str] = []

    def fail(*_given: object, **_named: object) -> None:
        calls.append(call)
        if has_links or len(calls) > 1:
            raise OSError(28, "No space left on device")

    taken(folder, FakeMachine()).give_back()
    monkeypatch.setattr(os, call, fail)
    if not has_links:
        monkeypatch.setattr(os, "link", fail_to_link)
    monkeypatch.setattr("sayso.shell.knowledge.lease.remove_file", lambda _path: None)
    with pytest.raises(MemoryStorageError, match=r"cannot write .*\.dream-lock: No space"):
        take_lease(folder, FakeMachine())
    assert [one.name for one in folder.root.iterdir()] == [".locks"]


def fail_to_link(_source: Path, _target: Path) -> None:
    """Refuse as a disk does on which a file has one name."""
    raise PermissionError(1, "Operation not permitted")


def test_a_disk_that_takes_no_sign_of_life_is_told(
    kept: tuple[Folder, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease stays the holder's; breaths come often enough that some may fail."""

    def fail(*_given: object, **_named: object) -> None:
        raise OSError(5, "Input/output error")

    folder, _ = kept
    lease = taken(folder, FakeMachine())
    monkeypatch.setattr(os, "utime", fail)
    with pytest.raises(MemoryStorageError, match=r"cannot write .*\.dream-lock: Input/output"):
        lease.renew()
    assert who_dreams(folder, FakeMachine()) == lease.holder
    assert limits.DREAM_BREATH_US * 4 < limits.DREAM_LEASE_US
