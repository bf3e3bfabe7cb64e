"""Opens connections to a store: flags, settings and waiting, one small function each.

A connection is opened for reading and writing, never through a symbolic link, and creates a file
only at the first initialisation. WAL is switched on by the caller after validation (A115).
"""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core import limits
from sayso.shell.errors import ForeignStoreError, MemorySchemaError, MemoryStorageError

if TYPE_CHECKING:
    from pathlib import Path

SQLITE_NEEDED: Final = (3, 51, 3)  # older ones can lose commits when two connections checkpoint

CACHE_KIB: Final = 32 * 1024


def open_existing(path: Path) -> apsw.Connection:
    """Open a store that is there; raises MemoryStorageError when SQLite cannot.

    Raises MemorySchemaError when the file is so damaged that not even settings can be made.
    """
    return _open(path, apsw.SQLITE_OPEN_READWRITE)


def open_new(path: Path) -> apsw.Connection:
    """Create the file, private to the user from its first moment, and open it."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)
    os.close(descriptor)
    return _open(path, apsw.SQLITE_OPEN_READWRITE)


def open_memory() -> apsw.Connection:
    """Open a store that lives in memory only, for demonstrations and evaluation."""
    connection = apsw.Connection(":memory:")
    _harden(connection)
    return connection


def open_readonly(path: Path) -> apsw.Connection:
    """Open a copy of a store for diagnosis; nothing can be written through it."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.pragma("query_only", True)
    return connection


def _open(path: Path, flags: int) -> apsw.Connection:
    _check_sqlite()
    try:
        connection = apsw.Connection(
            str(path), flags=flags | apsw.SQLITE_OPEN_NOFOLLOW | apsw.SQLITE_OPEN_EXRESCODE
        )
        try:
            _harden(connection)
        except BaseException:
            connection.close()
            raise
    except apsw.CorruptError as error:
        raise MemorySchemaError(f"the file is damaged: {error}") from error
    except apsw.NotADBError as error:
        raise ForeignStoreError(
            f"{path} is not a database",
            "move it away, or run 'sayso clear --confirm' to start a new store in its place",
        ) from error
    except apsw.Error as error:
        raise MemoryStorageError(f"cannot open {path}: {error}", "check path and rights") from error
    return connection


def _check_sqlite() -> None:
    """Refuse an SQLite with the WAL-reset race, which can corrupt a shared store."""
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version < SQLITE_NEEDED:
        needed = ".".join(str(part) for part in SQLITE_NEEDED)
        raise MemoryStorageError(
            f"SQLite {apsw.sqlite_lib_version()} is too old", f"install apsw with {needed} or newer"
        )


def _harden(connection: apsw.Connection) -> None:
    """Set everything a connection needs that does not touch the file."""
    connection.set_busy_handler(_BusyWait())
    for option, value in (
        (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
        (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ):
        connection.config(option, value)
    connection.pragma("secure_delete", True)
    connection.pragma("temp_store", "memory")
    connection.pragma("cache_size", -CACHE_KIB)


def use_durable_wal(connection: apsw.Connection) -> None:
    """Switch a validated store to WAL with a sync at each commit (A227)."""
    connection.pragma("journal_mode", "wal")
    connection.pragma("synchronous", "full")


class _BusyWait:
    """Waits for a lock in short random naps up to a deadline.

    SQLite's own busy timeout backs off up to 100 ms and starves writers against a holder that
    takes the lock again at once; naps of 0.3 to 2 ms are fair at the same throughput.
    """

    def __init__(self) -> None:
        self._deadline = 0.0

    def __call__(self, attempt: int) -> bool:
        now = time.monotonic()
        if attempt == 0:
            self._deadline = now + limits.BUSY_DEADLINE_US / 1_000_000
        if now >= self._deadline:
            return False
        time.sleep(random.uniform(0.0003, 0.002))  # noqa: S311 - jitter, not a secret
        return True
