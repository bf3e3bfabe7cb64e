"""Turns what SQLite raises into exceptions of our own tree, each with what to do about it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core.catalog import ALLOW_WRITING, CHANGE_DISK, RECOVER
from sayso.shell.errors import MemorySchemaError, MemoryStorageError
from sayso.shell.store.bootstrap import DAMAGED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


@contextmanager
def as_our_errors(path: Path | None = None) -> Iterator[None]:
    """Turn what SQLite raises into our own tree; `path` is the file it happened to."""
    of_file = "" if path is None else f" ({path})"
    try:
        yield
    except DAMAGED as error:
        raise MemorySchemaError(f"the store is damaged: {error}", RECOVER) from error
    except apsw.SQLError as error:
        raise MemorySchemaError(f"the store lacks what it must have: {error}", RECOVER) from error
    except apsw.FullError as error:
        raise MemoryStorageError(
            f"the disk is full{of_file}", "nothing was written; free some space and repeat"
        ) from error
    except apsw.ReadOnlyError as error:
        raise MemoryStorageError("the store may not be written to", ALLOW_WRITING) from error
    except apsw.BusyError as error:
        raise MemoryStorageError(
            "another process holds the store", "repeat; if it lasts, find the process"
        ) from error
    except apsw.IOError as error:
        raise _disk_error(error, of_file) from error
    except apsw.Error as error:
        raise MemoryStorageError(f"SQLite failed: {error}", "nothing was written") from error


def _disk_error(error: apsw.IOError, of_file: str) -> MemoryStorageError:
    if is_of_reading(error):
        return MemoryStorageError(
            f"the disk cannot be read: {error}{of_file}", f"repeat it; if it lasts, {CHANGE_DISK}"
        )
    return MemoryStorageError(
        f"the disk failed: {error}{of_file}", "nothing was written; check the disk and repeat"
    )
