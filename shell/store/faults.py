"""Turns what SQLite raises into exceptions of our own tree, each with what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import apsw

from sayso.core.catalog import ALLOW_WRITING, CHANGE_DISK, RECOVER
from sayso.shell.errors import MemorySchemaError, MemoryStorageError
from sayso.shell.store.bootstrap import DAMAGED

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

READING: Final = frozenset(
    {
        apsw.SQLITE_IOERR_READ,
        apsw.SQLITE_IOERR_SHORT_READ,
        apsw.SQLITE_IOERR_DATA,
        apsw.SQLITE_IOERR_CORRUPTFS,
    }
)


def is_of_reading(error: apsw.IOError) -> bool:
    """Tell whether the disk could not give what it was asked for."""
    return getattr(error, "extendedresult", None) in READING


class as_our_errors:  # noqa: N801 - used like a function; a generator would cost each use more
    """Turn what SQLite raises into our own tree; `path` is the file it happened to."""

    __slots__ = ("_path",)

    def __init__(self, path: Path | None = None) -> None:
        """Name the file that a message may speak of."""
        self._path = path

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raise one of ours in the place of an error of SQLite."""
        del kind, trace
        if error is not None:
            ours = our_error(error, "" if self._path is None else f" ({self._path})")
            if ours is not None:
                raise ours from error


def our_error(error: BaseException, of_file: str) -> MemorySchemaError | MemoryStorageError | None:
    """Give what we say instead of an error of SQLite, None for any other error."""
    match error:
        case _ if isinstance(error, DAMAGED):
            return MemorySchemaError(f"the store is damaged: {error}", RECOVER)
        case apsw.SQLError():
            return MemorySchemaError(f"the store lacks what it must have: {error}", RECOVER)
        case apsw.FullError():
            return MemoryStorageError(
                f"the disk is full{of_file}", "nothing was written; free some space and repeat"
            )
        case apsw.ReadOnlyError():
            return MemoryStorageError("the store may not be written to", ALLOW_WRITING)
        case apsw.BusyError():
            return MemoryStorageError(
                "another process holds the store", "repeat; if it lasts, find the process"
            )
        case apsw.IOError():
            return _disk_error(error, of_file)
        case apsw.Error():
            return MemoryStorageError(f"SQLite failed: {error}", "nothing was written")
        case _:
            return None


def _disk_error(error: apsw.IOError, of_file: str) -> MemoryStorageError:
    if is_of_reading(error):
        return MemoryStorageError(
            f"the disk cannot be read: {error}{of_file}", f"repeat it; if it lasts, {CHANGE_DISK}"
        )
    return MemoryStorageError(
        f"the disk failed: {error}{of_file}", "nothing was written; check the disk and repeat"
    )
