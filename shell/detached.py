"""Starts the worker of a store in a process of its own, and tells whether there is one.

A hook ends within milliseconds, so what it leaves behind is worked off by another process: one per
store, never a daemon. It holds a lock on `.sayso/worker.lock` while it lives, which the system
takes back however it ends; a look at the lock shares it, so that two looks never take each other
for a worker. A worker that leaves although jobs wait (for their retry, for tomorrow's budget) says
in the file how long there is nothing to do about so many, and none is started meanwhile.

Whoever starts one must have committed its jobs before: a worker that finds nothing more to do lets
go of the lock and then looks once more.

Starting costs a hook no import but of the system. Where there are no such locks (Windows) the
store itself cannot be opened, and nothing here is ever reached.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.plainfiles import STORE_FOLDER, open_plain

if TYPE_CHECKING:
    from pathlib import Path

LOCK: Final = "worker.lock"
ENTRANCE: Final = "sayso.shell.entrances.background"
SWITCH: Final = "SAYSO_BACKGROUND"
SWITCHED_OFF: Final = ("0", "false", "no", "off")
_REST_MAX_BYTES: Final = 64
_TRIES: Final = 3
_NAP_S: Final = 0.005


def start_if_due(project: Path, pending: int, now_us: int | None = None) -> bool:
    """Start the worker of a project's store; True when this call did.

    `pending` is how many jobs are unresolved. None is started for no job, where the user has
    switched it off, beside one that is at work, or while one has said that nothing is due. For a
    program that ends soon; one that stays uses `Memory.background`. Raises OSError where the lock
    cannot be used, RequestError for settings that cannot be read.
    """
    if pending <= 0 or not sys.executable or not _is_wanted():
        return False
    try:
        file = _open_lock(project, os.O_RDWR | os.O_CREAT)
    except FileNotFoundError:
        return False  # no store: the folder was cleared away
    try:
        if not _try(file, fcntl.LOCK_SH) or _rests(file, pending, now_us):
            return False
    finally:
        os.close(file)
    _spawn((sys.executable, "-P", "-m", ENTRANCE, os.path.abspath(project)))  # noqa: PTH100 - light
    return True


def is_at_work(project: Path) -> bool:
    """Tell whether a worker in a process of its own is at a project's store just now."""
    try:
        file = _open_lock(project, os.O_RDONLY)
    except OSError:
        return False
    try:
        return not _try(file, fcntl.LOCK_SH)
    except OSError:
        return False
    finally:
        os.close(file)


class WorkerLock:
    """What only one worker per store can hold, for as long as it lives."""

    def __init__(self, project: Path) -> None:
        """Stand before the lock of a project's store."""
        self._project = project
        self._file: int | None = None

    def take(self) -> bool:
        """Take it unless another worker has it; a look that is just taken is waited for.

        Raises OSError where it cannot be used, as there is no store.
        """
        file = _open_lock(self._project, os.O_RDWR | os.O_CREAT)
        for _ in range(_TRIES):
            if _try(file, fcntl.LOCK_EX):
                os.ftruncate(file, 0)
                self._file = file
                return True
            time.sleep(_NAP_S)
        os.close(file)
        return False

    def rest(self, pending: int, until_us: int) -> None:
        """Say that nothing is due before some moment while no more than so many jobs wait."""
        if self._file is not None:
            os.pwrite(self._file, b"%d %d\n" % (pending, until_us), 0)

    def let_go(self) -> None:
        """Let others have it; a second call does nothing."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _is_wanted() -> bool:
    """Tell whether the user wants work in the background; settings are read where there are any."""
    told = os.environ.get(SWITCH, "")
    if told.lower() in SWITCHED_OFF:
        return False
    from sayso.shell.store.trust import sayso_home

    try:
        with open(sayso_home() / "config.toml", "rb") as configured:  # noqa: PTH123 - light
            is_told = b"background" in configured.read()
    except FileNotFoundError:
        is_told = False
    if not (is_told or told):
        return True
    from sayso.shell.settings import load_settings

    return load_settings().background


def _open_lock(project: Path, flags: int) -> int:
    """Open the lock of a store."""
    return open_plain(f"{project}/{STORE_FOLDER}", LOCK, flags)


def _try(file: int, kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _rests(file: int, pending: int, now_us: int | None) -> bool:
    """Tell whether a worker has said that there is nothing to do about so many jobs for now.

    What stands in the file may be anything, and a clock may have jumped: a long rest is none.
    """
    words = os.pread(file, _REST_MAX_BYTES, 0).split()
    if len(words) != 2 or not all(word.isdigit() and len(word) < 20 for word in words):
        return False
    told, until_us = map(int, words)
    now_us = time.time_ns() // 1_000 if now_us is None else now_us
    return pending <= told and now_us < until_us <= now_us + limits.WORKER_REST_MAX_US


def _spawn(arguments: tuple[str, ...]) -> None:
    """Start a process that outlives us, in a session of its own and with all streams at nothing.

    A stream it inherited would keep whoever started a hook waiting for the hook's end.
    """
    nowhere = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0),
        (os.POSIX_SPAWN_DUP2, 0, 1),
        (os.POSIX_SPAWN_DUP2, 0, 2),
    ]
    try:
        os.posix_spawn(arguments[0], arguments, os.environ, file_actions=nowhere, setsid=True)
    except NotImplementedError:  # an old C library
        import subprocess

        nothing = subprocess.DEVNULL
        subprocess.Popen(  # noqa: S603 - our own interpreter and module
            arguments, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
