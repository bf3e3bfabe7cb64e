"""Opens connections to a store: flags, settings and waiting, one small function each.

A connection is opened for reading and writing, never through a symbolic link, and creates a file
only at the first initialisation. Until a store is validated nothing is moved from its log into its
file; WAL and that come after validation (A114-A115).
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core import limits
from sayso.shell.errors import MemorySchemaError, MemoryStorageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SQLITE_NEEDED: Final = (3, 51, 3)  # older ones can lose commits when two connections checkpoint

CACHE_KIB: Final = 32 * 1024


def open_existing(path: Path) -> apsw.Connection:
    """Open a store that is there; raises MemoryStorageError when SQLite cannot.

    Raises MemorySchemaError when the file is so damaged that not even settings can be made.
    """
    connection = _connect(path)
    try:
        leave_log(connection)
        _harden(connection)
    except (apsw.CorruptError, apsw.NotADBError) as error:
        connection.close()
        raise MemorySchemaError(f"the file is damaged: {error}") from error
    except BaseException:
        connection.close()
        raise
    return connection


def open_new(path: Path) -> apsw.Connection:
    """Create the file, private to the user from its first moment, and open it."""
    _make_file(path)
    return open_existing(path)


def open_for_reset(path: Path) -> apsw.Connection:
    """Open a file whose content does not matter any more, for a new content to take its place.

    Its log is left to be moved into the file by itself, so that a failure of that can't look like
    one of the commit.
    """
    _make_file(path)
    connection = _connect(path)
    try:
        connection.set_busy_handler(_BusyWait(limits.BUSY_DEADLINE_US))
        connection.wal_autocheckpoint(0)
        _sync_new_endings(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _sync_new_endings(connection: apsw.Connection) -> None:
    """Set what a reset needs, also where the file is no database.

    For this one setting it is taken for an empty one then.
    """
    try:
        _sync_endings(connection)
    except (apsw.CorruptError, apsw.NotADBError):
        connection.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 1)
        _sync_endings(connection)
        connection.config(apsw.SQLITE_DBCONFIG_RESET_DATABASE, 0)


def _make_file(path: Path) -> None:
    """Create a file where there is none; one that is there is left to SQLite alone."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_NOFOLLOW, 0o600))


def open_memory() -> apsw.Connection:
    """Open a store that lives in memory only, for demonstrations and evaluation."""
    connection = apsw.Connection(":memory:")
    _harden(connection)
    return connection


def open_private() -> apsw.Connection:
    """Open an empty database of this connection's own, in a file without a name."""
    return apsw.Connection("")


def open_scratch(path: Path) -> apsw.Connection:
    """Open an empty file to be filled; it may lose its name, and who is cut off leaves no journal.

    Nothing is synced: what it is filled with is worth nothing until somebody has copied it on.
    """
    connection = apsw.Connection(
        str(path), flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_EXRESCODE
    )
    connection.pragma("journal_mode", "off")
    connection.pragma("synchronous", "off")
    return connection


def open_copy(path: Path) -> apsw.Connection:
    """Open a copy of a store for diagnosis; nothing is written through it and nothing trusted.

    Views and triggers do not run, and a catalogue that cannot be read whole is read as far as it
    goes. All its files are open when this returns: they may lose their names.
    """
    connection = apsw.Connection(
        str(path),
        flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_EXRESCODE,
    )
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.authorizer = tables_only
    with suppress(apsw.Error):  # what is wrong is said by each statement that meets it
        connection.pragma("writable_schema", True)
        connection.pragma("query_only", True)
        connection.pragma("schema_version")
    return connection


def tables_only(
    operation: int, first: str | None, second: str | None, database: str | None, via: str | None
) -> int:
    """Allow what a statement does by itself and deny what a view or a trigger does for it."""
    del operation, first, second, database
    return apsw.SQLITE_OK if via is None else apsw.SQLITE_DENY


def _connect(path: Path) -> apsw.Connection:
    _check_sqlite()
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_NOFOLLOW | apsw.SQLITE_OPEN_EXRESCODE
    try:
        connection = apsw.Connection(str(path), flags=flags)
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
    connection.set_busy_handler(_BusyWait(limits.BUSY_DEADLINE_US))
    for option, value in (
        (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
        (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_FKEY, 1),
        (apsw.SQLITE_DBCONFIG_DQS_DML, 0),
        (apsw.SQLITE_DBCONFIG_DQS_DDL, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    ):
        connection.config(option, value)
    _sync_endings(connection)
    connection.pragma("secure_delete", True)
    connection.pragma("temp_store", "memory")
    connection.pragma("cache_size", -CACHE_KIB)


def _sync_endings(connection: apsw.Connection) -> None:
    """Let a commit without a log last, too: the end of its journal is brought to the disk.

    Else a loss of power could bring the journal back, and with it what was before, after the file
    has been cut and others were told.
    """
    connection.pragma("synchronous", "extra")


def use_durable_wal(connection: apsw.Connection) -> None:
    """Switch a validated store to WAL with a sync at each commit (A227).

    Raises MemoryStorageError where the file system cannot share the index of a log (S29).
    """
    mode = _switched_to_wal(connection)
    if mode != "wal":
        raise MemoryStorageError(
            f"SQLite cannot keep a log here (journal mode {mode})",
            "put the project on a local disk; network file systems cannot share a log",
        )
    connection.pragma("synchronous", "full")
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)


def _switched_to_wal(connection: apsw.Connection) -> object:
    """Switch to WAL, again and again where others do so at the same time.

    SQLite refuses at once instead of waiting where two connections would wait for each other.
    """
    wait, attempt = _BusyWait(limits.BUSY_DEADLINE_US), 0
    while True:
        try:
            return connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if not wait(attempt):
                raise
            attempt += 1


def leave_log(connection: apsw.Connection) -> None:
    """Leave file and log as they are at closing, even at the last one; an empty log may go."""
    log = connection.filename_wal
    if os.path.exists(log) and os.path.getsize(log):
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)


def wait_at_most(connection: apsw.Connection, wait_us: int) -> None:
    """Let a connection wait less than usual for a lock, for good."""
    connection.set_busy_handler(_BusyWait(wait_us))


@contextmanager
def waiting_at_most(connection: apsw.Connection, wait_us: int) -> Iterator[None]:
    """Let what runs in the block wait less than usual for a lock, or not at all."""
    connection.set_busy_handler(_BusyWait(wait_us))
    try:
        yield
    finally:
        connection.set_busy_handler(_BusyWait(limits.BUSY_DEADLINE_US))


class _BusyWait:
    """Waits for a lock in short random naps up to a deadline.

    SQLite's own busy timeout backs off up to 100 ms and starves writers against a holder that
    takes the lock again at once; naps of 0.3 to 2 ms are fair at the same throughput.
    """

    def __init__(self, wait_us: int) -> None:
        self._wait_us = wait_us
        self._deadline = 0.0

    def __call__(self, attempt: int) -> bool:
        now = time.monotonic()
        if attempt == 0:
            self._deadline = now + self._wait_us / limits.SECOND_US
        if now >= self._deadline:
            return False
        import random  # a millisecond, and only whoever has to wait needs it

        time.sleep(random.uniform(0.0003, 0.002))  # noqa: S311 - jitter, not a secret
        return True
