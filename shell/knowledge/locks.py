"""One writer at a time for each file of knowledge, across threads and processes.

A lock is a file below `.locks/` that stays where it is, held by `flock`: the system lets go of it
when its holder dies. Whoever needs several takes them in the order of their names, so that no two
wait for each other.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.errors import MemoryLeaseError, MemoryStorageError
from sayso.shell.knowledge.atomic import FILE_MODE, make_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sayso.shell.ports import Clock

FOLDER: Final = ".locks"
STEP_US: Final = 5_000  # between two tries


@contextmanager
def locked(root: Path, names: Iterable[str], clock: Clock) -> Iterator[None]:
    """Hold the locks of some files of a knowledge folder, named by their paths in it.

    A thread that holds one must not ask for it again. Raises MemoryLeaseError when somebody
    else holds one for longer than 15 s, MemoryStorageError where no lock can be made.
    """
    with ExitStack() as held:
        for name in sorted(set(names)):
            held.enter_context(_locked(root / FOLDER / f"{name.replace('/', '+')}.lock", clock))
        yield


@contextmanager
def _locked(path: Path, clock: Clock) -> Iterator[None]:
    try:
        make_folder(path.parent)
        file = os.open(path, os.O_CREAT | os.O_RDWR, FILE_MODE)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot lock {path}: {error.strerror or error}", "check rights and disk"
        ) from error
    try:
        _wait(file, path, clock)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)  # a child that was forked meanwhile has it open too
    finally:
        os.close(file)


def _wait(file: int, path: Path, clock: Clock) -> None:
    """Wait for a lock; every wait counts, whatever the clock says."""
    for _ in range(limits.BUSY_DEADLINE_US // STEP_US):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            clock.sleep_us(STEP_US)
        else:
            return
    raise MemoryLeaseError(
        f"{path.stem} of the knowledge is being written by somebody else",
        "try again; whoever writes takes only moments",
    )
