"""The mark beside a store: reads it, and writes what was seen last; core/witness.py says what of.

Writing it must never stand in the way of a change that is saved already, so `note` raises nothing
and `fault` tells what went wrong. Each line is read and written under a lock on the mark, which is
waited for a few milliseconds at most: an older mark is harmless, a waiting commit is not.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import time
import weakref
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.ids import is_store_id
from sayso.core.witness import (
    BLANK_LINE,
    Check,
    Sighting,
    inherited,
    noted,
    read_check,
    read_sighting,
    render_check,
    render_sighting,
)
from sayso.shell.store.files import MARK, sync_folder

if TYPE_CHECKING:
    from collections.abc import Callable

LINE: Final = limits.WITNESS_LINE_BYTES
NAP_S: Final = 0.000_2
# A pipe must not make us wait, a link not lead us elsewhere, a child process not inherit the lock.
SAFELY: Final = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def mark_path(store_path: Path) -> Path:
    """Give where the mark of a store lies."""
    return Path(f"{store_path}{MARK}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a mark says. `exists` is True for anything of content in its place.

    `fault` tells why it cannot be read; it then proves that there was a store, and nothing else.
    """

    exists: bool = False
    sighting: Sighting | None = None
    check: Check | None = None
    fault: str | None = None


class Witness:
    """The mark of one store; it is opened at the first writing and kept open."""

    def __init__(self, store_path: Path) -> None:
        """Stand beside a store's file; nothing is opened or made."""
        self.store_path = store_path
        self.path = mark_path(store_path)
        self.fault: str | None = None
        self._file = -1
        self._let_go: Callable[[], object] = _nothing
        self._is_unsynced = False
        self._written: Sighting | None = None  # what this one wrote last, and how
        self._line = b""

    def read(self) -> Seen:
        """Read the mark as it is; one that is being written is looked at again."""
        seen = self._look()
        for _ in range(limits.WITNESS_TRIES):
            if seen.fault is None:
                break
            time.sleep(NAP_S)
            seen = self._look()
        return seen

    def note(self, store_id: str, commits: int) -> None:
        """Write that a transaction is committed; whatever goes wrong is kept in `fault`."""
        try:
            file = self._lock()
            try:
                self._write_sighting(file, store_id, commits)
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)
            self.fault = None
        except BlockingIOError:  # somebody writes just now: an older mark is harmless
            pass
        except OSError as error:
            self.fault = f"{self.path.name} cannot be written: {error.strerror or error}"

    def announce(self, heir: str) -> None:
        """Say that another store is put in the place of this one, before it is.

        Whoever is killed meanwhile leaves a mark that fits the old and the new store. Raises
        OSError where there is a mark that cannot be written.
        """
        _check_id(heir)
        seen = self.read()
        if seen.sighting is not None:
            self._rewrite(render_sighting(replace(seen.sighting, heir=heir)), 0)
            self.sync()

    def renew(self, store_id: str, commits: int) -> None:
        """Take what lies there for the truth, whatever the mark said; nothing is checked yet.

        Raises OSError where the mark cannot be written, or the id is none that Sayso gives.
        """
        _check_id(store_id)
        fresh = Sighting(store_id=store_id, commits=commits, heir=store_id)
        self._put(lambda _known: fresh)

    def succeed(self, store_id: str, commits: int) -> None:
        """Say that an announced store is in its place now; nothing of it is checked yet.

        What others have written of it meanwhile, or of one that came after it, stays. Raises
        OSError as `renew` does.
        """
        _check_id(store_id)
        self._put(lambda known: inherited(known, store_id, commits))

    def note_check(self, check: Check) -> None:
        """Write what a thorough check came to, where there is a mark; raises OSError."""
        if self.path.exists():
            self._rewrite(render_check(check), LINE)
            self.sync()

    def check_name(self) -> None:
        """Let go of a mark that was deleted, so that the next note makes another."""
        if self._file >= 0 and os.fstat(self._file).st_nlink == 0:
            self._forget_file()

    def sync(self) -> None:
        """Bring to the disk what was written since the last time."""
        if self._is_unsynced and self._file >= 0:
            with suppress(OSError):
                os.fsync(self._file)
            self._is_unsynced = False

    def close(self) -> None:
        """Sync and close; a second call does nothing, a later note opens it again."""
        self.sync()
        self._forget_file()

    def _look(self) -> Seen:
        try:
            file = os.open(self.path, os.O_RDONLY | SAFELY)
        except FileNotFoundError:
            return Seen()
        except OSError as error:
            return Seen(exists=True, fault=self._unreadable(_reason(error)))
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                return Seen(exists=True, fault=self._unreadable("it is no regular file"))
            return self._meaning(os.pread(file, 2 * LINE, 0))
        except OSError as error:
            return Seen(exists=True, fault=self._unreadable(_reason(error)))
        finally:
            os.close(file)

    def _meaning(self, content: bytes) -> Seen:
        if not content:
            return Seen()
        sighting, check = read_sighting(content[:LINE]), read_check(content[LINE:])
        if isinstance(sighting, str):
            return Seen(exists=True, fault=self._unreadable(sighting))
        if isinstance(check, str):
            return Seen(exists=True, sighting=sighting, fault=self._unreadable(check))
        return Seen(exists=True, sighting=sighting, check=check)

    def _unreadable(self, reason: str) -> str:
        return f"{self.path.name} cannot be read: {reason}"

    def _rewrite(self, content: bytes, at: int) -> None:
        """Write for certain: also where the lock is not to be had, as by one that was stopped."""
        with suppress(BlockingIOError):
            self._lock()
        file = self._opened()
        try:
            os.pwrite(file, content, at)
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
        self._is_unsynced = True

    def _put(self, choose: Callable[[Sighting | None], Sighting | None]) -> None:
        """Write a first line that is chosen by what stands there, and blank the second."""
        with suppress(BlockingIOError):
            self._lock()
        file = self._opened()
        try:
            fresh = choose(_meaning_of(os.pread(file, LINE, 0)))
            if fresh is None:
                os.pwrite(file, BLANK_LINE, LINE)
            else:
                os.pwrite(file, render_sighting(fresh) + BLANK_LINE, 0)
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
        self._is_unsynced = True
        self.sync()
        sync_folder(self.path.parent)

    def _write_sighting(self, file: int, store_id: str, commits: int) -> None:
        line = os.pread(file, LINE, 0)
        known = self._written if line == self._line else _meaning_of(line)
        fresh = noted(known, store_id, commits)
        if fresh is None:
            return
        self._written, self._line = fresh, render_sighting(fresh)
        behind = BLANK_LINE if known is None else b""  # nothing there can be relied on
        os.pwrite(file, self._line + behind, 0)
        self._is_unsynced = True

    def _lock(self) -> int:
        """Give the open mark, locked; raises BlockingIOError after a few milliseconds."""
        file = self._opened()
        for attempt in range(limits.WITNESS_TRIES):
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if attempt == limits.WITNESS_TRIES - 1:
                    raise
                time.sleep(NAP_S)
        return file

    def _opened(self) -> int:
        """Give the open mark; it is made where there is none."""
        if self._file < 0:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | SAFELY, 0o600)
            if not stat.S_ISREG(os.fstat(file).st_mode):
                os.close(file)
                raise OSError(errno.EINVAL, "it is no regular file")
            self._file = file
            self._let_go = weakref.finalize(self, os.close, file)
        return self._file

    def _forget_file(self) -> None:
        self._let_go()
        self._let_go, self._file = _nothing, -1


def _check_id(store_id: str) -> None:
    """Keep out what would not fit into a line."""
    if not is_store_id(store_id):
        raise OSError(errno.EINVAL, "the store has no id that Sayso gave it")


def _meaning_of(line: bytes) -> Sighting | None:
    found = read_sighting(line)
    return None if isinstance(found, str) else found


def _reason(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "it is a symbolic link"
    return error.strerror or str(error)


def _nothing() -> None:
    """There is nothing to let go of."""
