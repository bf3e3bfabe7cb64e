"""Backup: the whole store of one moment as one plain SQLite file, proven before it has its name.

The pages are copied by SQLite's own backup while others write, into a file that has no name any
more. There it is checked as thoroughly as a store can be. Only then its bytes go to where they are
wanted, to a file that gets its name when it is whole and on the disk (publishing.py).
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from sayso.core.catalog import RECOVER, Degraded, Ours
from sayso.core.ids import is_store_id
from sayso.core.project.restoring import Holding
from sayso.shell.diagnosis import Diagnosis
from sayso.shell.errors import (
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
    RefusedError,
)
from sayso.shell.publishing import new_file
from sayso.shell.store.bootstrap import DAMAGED, check_quickly, identify_file
from sayso.shell.store.checks import thorough_findings
from sayso.shell.store.connection import open_copy, open_scratch
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.files import COPY_PREFIX
from sayso.shell.store.trust import NAMELESS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import apsw

    from sayso.core.catalog import Health
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store

SAVE_WHAT_IS_LEFT: Final = (
    "'sayso export' saves what can be read, 'sayso export --salvage' what else the file holds; "
    "'sayso doctor' tells what is wrong"
)
BESIDE: Final = ("-wal", "-journal", "-shm")
# Where the header of an SQLite file says how it is written to, and what stands there for the
# plain way: with a rollback journal. A copy of pages says what the original said.
_MODE_AT: Final = 18
_ROLLBACK_MODE: Final = b"\x01\x01"


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup that was made: where it lies, how large it is, and what it holds."""

    path: Path
    size_bytes: int
    holding: Holding


def back_up(
    store: Store, target: Path, ports: Ports, report: Callable[[int, int], None] | None = None
) -> Backup:
    """Copy a healthy store to a new file and give what it holds.

    Raises RefusedError where something has that name, NotFoundError without the folder,
    MemorySchemaError when the copy does not hold to the contract; there is no file then.
    """
    try:
        path = _free_place(target, store.path)
        _check_health(store.recheck())
        with as_our_errors(), _unnamed_copy(store, report) as (copy, content):
            holding = _proven(copy)
            with new_file(path.parent, ports) as (file, publish):
                shutil.copyfileobj(content, file)
                file.flush()
                os.fsync(file.fileno())
                publish(path)
                return Backup(path=path, size_bytes=file.tell(), holding=holding)
    except FileExistsError as error:
        raise _taken(target) from error
    except OSError as error:
        raise MemoryStorageError(
            f"cannot back up to {target}: {error.strerror or error}",
            "check rights and disk, or give another file",
        ) from error


def _check_health(health: Health) -> None:
    if isinstance(health, Degraded):
        raise _no_backup(health.findings[0], health.remedy)


def _proven(copy: apsw.Connection) -> Holding:
    try:
        return prove(copy)
    except MemorySchemaError as error:
        raise _no_backup(error.message, error.hint) from error


def _no_backup(finding: str, remedy: str) -> MemorySchemaError:
    """Say what is wrong and how to save what is left, unless something else is to be done."""
    return MemorySchemaError(
        f"no backup is made of a degraded store: {finding}",
        SAVE_WHAT_IS_LEFT if remedy in {"", RECOVER} else remedy,
    )


def prove(copy: apsw.Connection) -> Holding:
    """Check all that an open copy holds; raises MemorySchemaError for what is no sound store."""
    try:
        if not isinstance(identify_file(copy), Ours):
            raise MemorySchemaError("it is no Sayso store")
    except DAMAGED as error:
        raise MemorySchemaError(f"the file is damaged: {error}") from error
    if copy.readonly("main"):
        raise MemorySchemaError("the file is damaged: its header forbids SQLite to write")
    health = check_quickly(copy, may_be_older=True)
    if isinstance(health, Degraded):
        raise MemorySchemaError(health.findings[0], health.remedy)
    findings = thorough_findings(copy)
    if findings:
        raise MemorySchemaError(findings[0])
    row = Diagnosis(copy).row("status/holding")
    if row is None:
        raise MemorySchemaError("its meta row cannot be read")
    if not is_store_id(row[0]):
        raise MemorySchemaError(NAMELESS)
    return Holding(
        store_id=row[0],
        generation=row[1],
        commits=row[2],
        turns=row[3],
        memories=row[4],
        newest_at_us=row[5],
    )


def _free_place(target: Path, store_path: Path | None) -> Path:
    """Give the place with its links in the folder resolved, where nothing lies and nothing may."""
    folder = target.parent.resolve()
    if not folder.is_dir():
        raise NotFoundError(f"{target.parent} is not a folder", "make it, or give another file")
    path = folder / target.name
    if os.path.lexists(path) or target.name in {"", ".."}:
        raise _taken(target)
    for suffix in BESIDE:
        if os.path.lexists(f"{path}{suffix}"):
            raise RefusedError(
                f"{target}{suffix} lies there, which SQLite would take for a part of the backup",
                "give another name",
            )
    if store_path is not None and _is_of_store(path, store_path):
        raise RefusedError(f"{target} is a name of the store's own files", "give another name")
    return path


def _is_of_store(path: Path, store_path: Path) -> bool:
    in_folder = path.parent == store_path.parent.resolve()
    return in_folder and path.name.startswith(store_path.name)


def _taken(target: Path) -> RefusedError:
    return RefusedError(
        f"{target} is there already, and a backup never takes the place of a file",
        "give another name",
    )


@contextmanager
def _unnamed_copy(
    store: Store, report: Callable[[int, int], None] | None
) -> Iterator[tuple[apsw.Connection, BinaryIO]]:
    """Copy a store into a file that has lost its name; gives it open twice: as database, as bytes.

    All that will be needed is opened before the name goes, so that whoever is killed leaves none.
    """
    with tempfile.TemporaryDirectory(prefix=COPY_PREFIX) as folder:
        path = Path(folder) / "memory.db"
        file = path.open("x+b", buffering=0)
        writer, reader = open_scratch(path), open_copy(path)
    with file, closing(reader):
        with closing(writer):
            store.copy_into(writer, report)
        os.pwrite(file.fileno(), _ROLLBACK_MODE, _MODE_AT)
        yield reader, file
