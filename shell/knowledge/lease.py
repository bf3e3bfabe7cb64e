"""The lease of a dream: one process at a time dreams over a folder of knowledge (B157-B161).

The lease is the file `.dream-lock`, which appears whole and only where there is none. Looking,
taking and giving back happen under the lock of that file (locks.py), so that two who find a dead
holder don't take its place both. While it dreams, the holder gives a sign of life now and then,
for those who can't look for its process.
"""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.knowledge.dream_lease import Holder, Running, holder_fields, is_held, read_holder
from sayso.core.knowledge.moments import moment_text
from sayso.core.knowledge.spelling import spell
from sayso.shell.errors import MemoryStorageError, SaysoError
from sayso.shell.knowledge.atomic import (
    FILE_MODE,
    TEMP_SUFFIX,
    make_folder,
    read_file,
    remove_file,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.shell.knowledge.folder import Folder
    from sayso.shell.knowledge.processes import Machine

log: Final = logging.getLogger(__name__)
LOCK: Final = ".dream-lock"
_NEW: Final = os.O_CREAT | os.O_EXCL | os.O_WRONLY


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """A lease that this process has taken."""

    folder: Folder
    holder: Holder

    def renew(self) -> bool:
        """Give a sign of life; False where the lease is somebody else's by now."""
        with self.folder.locked(LOCK):
            return self._is_ours() and _touch(self.folder)

    def give_back(self) -> None:
        """Let go of the lease; one that is somebody else's stays."""
        with self.folder.locked(LOCK):
            if self._is_ours():
                remove_file(self.folder.root / LOCK)

    def _is_ours(self) -> bool:
        return read_holder(read_file(self.folder.root / LOCK) or b"") == self.holder


def who_dreams(folder: Folder, machine: Machine) -> Holder | None:
    """Give who holds the lease, None where it is free; who can't be read has the number 0."""
    raw = read_file(folder.root / LOCK)
    if raw is None:
        return None
    holder = read_holder(raw)
    held = is_held(holder, _age_us(folder), machine.host(), machine.running)
    return (holder or Holder(pid=0)) if held else None


def take_lease(folder: Folder, machine: Machine) -> Lease | None:
    """Take the lease, None where somebody holds it. Raises MemoryStorageError for a bad disk."""
    with folder.locked(LOCK):
        path = folder.root / LOCK
        if path.exists() and _age_us(folder) < -limits.CLOCK_TOLERANCE_US:
            _touch(folder)  # the clock was put back: the hour runs from the first look after
        if who_dreams(folder, machine) is not None:
            return None
        remove_file(path)
        now_us = folder.ports.clock.now_us()
        holder = Holder(
            pid=machine.pid(),
            host=machine.host(),
            started_at=moment_text(now_us),
            process_started=(machine.running(machine.pid()) or Running()).started,
            token=folder.ports.ids.token(),
        )
        is_made = _make(path, spell(holder_fields(holder)).unwrap(), now_us)
    return Lease(folder=folder, holder=holder) if is_made else None


@contextmanager
def breathing(breathe: Callable[[], object], every_us: int) -> Iterator[None]:
    """Give a sign of life now and then, from a thread of its own."""
    is_over = Event()

    def breathe_on() -> None:
        while not is_over.wait(every_us / limits.SECOND_US):
            try:
                breathe()
            except SaysoError as error:  # the next one may come through; the hour is long
                log.warning("a dream gave no sign of life: %s", error.message)

    thread = Thread(target=breathe_on, name="sayso-dream", daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _make(path: Path, content: bytes, at_us: int) -> bool:
    """Make a file whole, False where there is one: not everybody minds our lock."""
    beside = path.with_name(f"{path.name}{TEMP_SUFFIX}")
    try:
        make_folder(path.parent)
        beside.unlink(missing_ok=True)
        _write_new(beside, content, at_us)
        try:
            os.link(beside, path)
        except FileExistsError:
            raise
        except OSError:  # a file has one name only on this disk
            _write_new(path, content, at_us)
        finally:
            beside.unlink(missing_ok=True)
    except FileExistsError:
        return False
    except OSError as error:
        raise _failed(path, error) from error
    return True


def _write_new(path: Path, content: bytes, at_us: int) -> None:
    """Write a file that is not there; an error leaves none."""
    descriptor = os.open(path, _NEW, FILE_MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
            os.utime(descriptor, ns=(at_us * 1_000, at_us * 1_000))
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _age_us(folder: Folder) -> int:
    """Tell how long ago the holder gave a sign of life; a file that has gone is of no age."""
    with suppress(FileNotFoundError):
        changed_ns = (folder.root / LOCK).stat().st_mtime_ns
        return folder.ports.clock.now_us() - changed_ns // 1_000
    return limits.DREAM_LEASE_US


def _touch(folder: Folder) -> bool:
    now_ns = folder.ports.clock.now_us() * 1_000
    path = folder.root / LOCK
    try:
        os.utime(path, ns=(now_ns, now_ns))
    except OSError as error:
        raise _failed(path, error) from error
    return True


def _failed(path: Path, error: OSError) -> MemoryStorageError:
    return MemoryStorageError(
        f"cannot write {path}: {error.strerror or error}", "check rights and disk"
    )
