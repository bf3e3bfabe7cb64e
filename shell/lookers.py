"""Who reads a state of a store's log, and so keeps the log from being cut: as the system tells.

To be asked by a process that has no store open: closing a file drops the locks on it.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

READ_LOCKS: Final = range(123, 128)  # of the index of a log, one for each state that is being read
FLOCK: Final = struct.Struct("hhqqi")  # struct flock of 64-bit Linux


def readers_of(index: Path) -> tuple[int, ...]:
    """Name the processes that read a state of the log, as far as the system tells."""
    if sys.platform != "linux" or sys.maxsize < 2**32:
        return ()
    found: set[int] = set()
    with suppress(OSError):
        file = os.open(index, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            for at in READ_LOCKS:
                asked = FLOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, at, 1, 0)
                kind, _, _, _, holder = FLOCK.unpack(fcntl.fcntl(file, fcntl.F_GETLK, asked))
                if kind != fcntl.F_UNLCK:
                    found.add(holder)
        finally:
            os.close(file)
    return tuple(sorted(found))
