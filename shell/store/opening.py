"""Finds, creates and opens the store of a project folder.

The store lies in `.sayso/` of the nearest folder going up that has one, never beyond the git
root and never in the home folder itself; else in the git root, else in the folder given.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import apsw

from sayso.core.catalog import Blank, Degraded, Foreign, Healthy
from sayso.core.project.lifecycle import Birth, plan_birth
from sayso.shell.errors import (
    ForeignStoreError,
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
)
from sayso.shell.store.bootstrap import create, identify_file, verify
from sayso.shell.store.connection import (
    open_existing,
    open_memory,
    open_new,
    use_durable_wal,
)
from sayso.shell.store.store import Store

if TYPE_CHECKING:
    from sayso.shell.ports import Ports

FOLDER_NAME: Final = ".sayso"
FILE_NAME: Final = "memory.db"
LEGACY_NAME: Final = "memory.json"


def find_project(start: Path) -> Path:
    """Give the project folder that a folder belongs to; raises NotFoundError for no folder."""
    if not start.is_dir():
        raise NotFoundError(f"{start} is not a folder", "give an existing folder with --project")
    folder = start.resolve()
    home = Path.home()
    for candidate in (folder, *folder.parents):
        if candidate != home and (candidate / FOLDER_NAME).is_dir():
            return candidate
        if (candidate / ".git").exists():
            return candidate
    return folder


def store_path(project: Path) -> Path:
    """Give where a project's store lies."""
    return project / FOLDER_NAME / FILE_NAME


def open_store(project: Path, ports: Ports, *, create_missing: bool) -> Store:
    """Open the store of a project, creating it where that is wanted.

    A damaged or deviating store opens as degraded and is left as it is. Raises NotFoundError
    when there is none and none may be created, MemoryStorageError when the file cannot be made
    or opened.
    """
    path = store_path(project)
    try:
        if path.parent.exists() and not path.parent.is_dir():
            raise MemoryStorageError(f"{path.parent} is no folder", "move it away")
        is_new = not path.exists() or (path.stat().st_size == 0)
        if is_new and not create_missing:
            raise NotFoundError(
                f"no memory in {project}", "it begins with 'sayso record' or 'sayso import'"
            )
        if is_new:
            _prepare_folder(path)
        return _open_checked(path, ports, is_new=is_new)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot use {path}: {error.strerror or error}", "check path, rights and disk"
        ) from error


def open_in_memory(ports: Ports) -> Store:
    """Make a fresh store in memory, for demonstrations and evaluation."""
    connection = open_memory()
    create(connection, plan_birth(new_birth(ports)))
    return Store(connection, None, Healthy())


def new_birth(ports: Ports) -> Birth:
    """Draw the names of a first store."""
    now_us = ports.clock.now_us()
    return Birth(
        store_id=ports.ids.token(),
        subject_key=ports.ids.key(),
        generation=1,
        created_at_us=now_us,
        now_us=now_us,
    )


def _prepare_folder(path: Path) -> None:
    """Make the store's folder, private and ignored by git; drop what an older format left."""
    folder = path.parent
    folder.mkdir(mode=0o700, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("*\n", encoding="utf-8")
    legacy = folder / LEGACY_NAME
    try:
        legacy.unlink(missing_ok=True)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot delete the old {legacy}: {error.strerror}", "delete it by hand"
        ) from error


def _open_checked(path: Path, ports: Ports, *, is_new: bool) -> Store:
    try:
        connection = open_new(path) if is_new else open_existing(path)
    except MemorySchemaError as error:
        return Store(open_memory(), path, Degraded(findings=(error.message,)))
    try:
        return _verified(connection, path, ports)
    except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as error:
        connection.close()
        return Store(open_memory(), path, Degraded(findings=(f"the file is damaged: {error}",)))
    except apsw.Error as error:
        connection.close()
        raise MemoryStorageError(f"cannot read {path}: {error}", "check path and rights") from error
    except BaseException:
        connection.close()
        raise


def _verified(connection: apsw.Connection, path: Path, ports: Ports) -> Store:
    match identify_file(connection):
        case Foreign(finding=finding):
            raise ForeignStoreError(
                f"{path} is {finding}", "move it away; Sayso never writes to it"
            )
        case Blank():
            create(connection, plan_birth(new_birth(ports)))
        case _:
            pass
    health = verify(connection, path.stat().st_size)
    if isinstance(health, Healthy):
        use_durable_wal(connection)
    return Store(connection, path, health)
