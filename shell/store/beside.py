"""What stands beside an open store: its mark, the sign that somebody has it open, its identity.

The sign is a shared lock on the store's folder, which the system takes back when a process dies.
Where nobody holds it and the log is not empty, the last user died with the store open.
"""

from __future__ import annotations

import fcntl
import os
import stat
import time
import weakref
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.checking import is_worker_due
from sayso.core.witness import Check, CheckResult, missed
from sayso.shell.store.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LOG: Final = "-wal"
NAP_S: Final = 0.000_2

IN_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC

FileIdentity = tuple[int, int]  # device and inode
Identity = tuple[FileIdentity | None, FileIdentity | None]
LACK: Final = (
    "memory.db.mark is not there: what was lost before cannot be told; the next change makes it"
)
FRESH_NS: Final = 100_000_000  # far more than a file system's clock may lag behind


class Presence:
    """The sign that this process has a store open; it goes with the process."""

    def __init__(self, folder: Path) -> None:
        """Stand at a store's folder; nothing is opened yet."""
        self._folder = folder
        self._let_go: Callable[[], object] = _nothing
        self.file = -1  # the open folder, while there is one

    def enter(self) -> bool:
        """Give the sign, and tell whether nobody else gave it before.

        Where the file system knows no such locks, somebody else may always be there.
        """
        self.leave()
        try:
            file = os.open(self._folder, IN_FOLDER)
        except OSError:  # whoever may not look into it cannot tell
            return False
        self.file = file
        self._let_go = weakref.finalize(self, os.close, file)
        is_alone = _try_lock(file, fcntl.LOCK_EX)
        for _ in range(limits.WITNESS_TRIES):
            if _try_lock(file, fcntl.LOCK_SH):
                break
            time.sleep(NAP_S)  # somebody else asks just now whether he is alone
        return is_alone

    def leave(self) -> None:
        """Take the sign back; a second call does nothing."""
        self._let_go()
        self._let_go, self.file = _nothing, -1


class Beside:
    """What an open store keeps beside its connection."""

    def __init__(self, path: Path, *, is_brief: bool = False) -> None:
        """Read the mark, before anybody looks at the database itself.

        Who is in a hurry leaves the checks that read the whole file to others.
        """
        self.is_brief = is_brief
        self.is_unclean = False
        self.witness = Witness(path)
        self.seen = self.witness.read()
        self.presence = Presence(path.parent)
        self.check: Check | None = self.seen.check
        self.now_us: Callable[[], int] = _long_ago
        self._path = path
        self._names = (str(path), f"{path}{LOG}")
        self._calm: int | None = None
        self._identity: Identity | None = None
        self._lacks_mark = False

    def look_again(self) -> bool:
        """Read the mark once more, and tell whether it is another one."""
        before, self.seen = self.seen, self.witness.read()
        last, own = self.seen.check, self.check
        if last is not None and (own is None or own.at_us < last.at_us):
            self.check = last
        return self.seen != before

    def is_check_due(self, now_us: int) -> bool:
        """Tell whether a worker should check the whole file, by what others did meanwhile."""
        try:
            found = self._path.stat()
        except FileNotFoundError:  # the next use tells
            return False
        if found.st_size <= limits.INLINE_CHECK_MAX_BYTES:
            return False
        self.look_again()
        return is_worker_due(self.seen.check, found.st_dev, found.st_ino, now_us)

    def was_left_open(self) -> bool:
        """Give the sign of being here, and tell whether the last user died with the store open."""
        is_alone = self.presence.enter()
        self.is_unclean = is_alone and _size(self._names[1]) > 0
        return self.is_unclean

    def settle(self, store_id: str, commits: int) -> None:
        """Keep the identity of file and log, now that the store is in use.

        A store that was just made gets its mark, one that was put in place loses the leave that
        its mark gave it.
        """
        self._identity = self._look_at_identity()
        self._lacks_mark = commits > 0 and not self.seen.exists
        sighting = self.seen.sighting
        if sighting is None and commits == 0 and not self.seen.exists:
            with suppress(OSError):  # the next commit makes it
                self.witness.renew(store_id, commits)
        elif sighting is not None and sighting.heir == store_id:
            self.witness.note(store_id, commits)

    def has_moved(self) -> bool:
        """Tell whether another file lies now where the store or its log was (S30).

        Neither a folder nor a name in it changes without a change of the open folder, so one look
        is enough where that is the one that was seen; unless it was so fresh then that another one
        could bear the same time.
        """
        if self._identity is None:
            return False
        folder = _change_of(self.presence.file)
        if folder is not None and folder == self._calm:
            return False
        self._calm = folder if _is_past(folder) else None
        self.witness.check_name()
        found = self._look_at_identity()
        if self._identity[1] is None:  # the log comes with the first use
            self._identity = (self._identity[0], found[1])
        return found != self._identity

    def missed(self, store_id: str, commits: int) -> str | None:
        """Say what was lost since the mark was written, by what the store says of itself."""
        sighting = self.seen.sighting
        return None if sighting is None else missed(sighting, store_id, commits)

    def has_checked(self, at_us: int) -> None:
        """Remember a check at this opening, which is done again at every one."""
        device, inode = _identity_of(self._names[0]) or (0, 0)
        self.check = Check(result=CheckResult.OK, at_us=at_us, device=device, inode=inode)

    def note_check(self, result: CheckResult, at_us: int) -> None:
        """Keep what a thorough check of the file came to; a mark that is not there is not made."""
        device, inode = _identity_of(self._names[0]) or (0, 0)
        self.check = Check(result=result, at_us=at_us, device=device, inode=inode)
        with suppress(OSError):  # it will be done again
            self.witness.note_check(self.check)

    def note_damage(self) -> None:
        """Keep that the file was found damaged in use."""
        self.note_check(CheckResult.FAILED, self.now_us())

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth telling of the mark, though the store is sound."""
        lack = LACK if self._lacks_mark and not self.witness.path.exists() else None
        notes = (self.seen.fault, self.witness.fault, lack)
        return tuple(note for note in notes if note is not None)

    def close(self) -> None:
        """Let go of everything; a second call does nothing."""
        self.witness.close()
        self.presence.leave()

    def _look_at_identity(self) -> Identity:
        file, log = self._names
        return _identity_of(file), _identity_of(log)


def _identity_of(name: str) -> FileIdentity | None:
    try:
        found = os.lstat(name)
    except OSError:
        return None
    return found[stat.ST_DEV], found[stat.ST_INO]


def _change_of(folder: int) -> int | None:
    """Give when an open folder, its name or a name in it last changed, in nanoseconds."""
    return None if folder < 0 else os.fstat(folder).st_ctime_ns


def _is_past(changed_ns: int | None) -> bool:
    return changed_ns is not None and time.time_ns() - changed_ns > FRESH_NS


def _size(name: str) -> int:
    try:
        return os.lstat(name).st_size
    except OSError:
        return 0


def _try_lock(file: int, kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _long_ago() -> int:
    """Give the beginning of time, until somebody says what time it is."""
    return 0


def _nothing() -> None:
    """There is nothing to let go of."""
