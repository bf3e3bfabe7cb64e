"""Finds, creates and opens the store of a project folder.

Whose file it is comes first, from its first bytes: somebody else's is never opened in place. The
store lies in `.sayso/` of the nearest folder going up that has one, never beyond the git
root and never in the home folder itself; else in the git root, else in the folder given.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

import apsw

from sayso.core import limits
from sayso.core.catalog import (
    CHANGE_DISK,
    MOVE_AWAY,
    PUT_BACK,
    Blank,
    Degraded,
    Foreign,
    Healthy,
    Ours,
    Text,
    Unclear,
    find_fault,
    find_loss,
    identify_head,
)
from sayso.shell.errors import (
    ForeignStoreError,
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
)
from sayso.shell.store.beside import Beside
from sayso.shell.store.bootstrap import DAMAGED, create, identify_file
from sayso.shell.store.connection import (
    leave_log,
    open_existing,
    open_memory,
    open_new,
    use_durable_wal,
    wait_at_most,
)
from sayso.shell.store.faults import as_our_errors, is_of_reading
from sayso.shell.store.files import (
    head_of,
    private_copy,
    sync_folder,
    traces_of,
    unreadable_page,
    unwritable_part,
)
from sayso.shell.store.judging import find_journal, judge, judge_copy, standing
from sayso.shell.store.migrating import bring_up
from sayso.shell.store.store import Store
from sayso.shell.store.trust import known_stores, settle_known

if TYPE_CHECKING:
    from sayso.core.catalog import Traces
    from sayso.core.project.lifecycle import Birth
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


def open_store(
    project: Path, ports: Ports, *, create_missing: bool, is_brief: bool = False
) -> Store:
    """Open the store of a project, creating it where that is wanted.

    A brief use makes no check that reads the whole file, and waits for others a few seconds only.
    A damaged or deviating store opens as degraded and is left as it is. Raises NotFoundError
    when there is none and none may be created, ForeignStoreError for what is not ours,
    MemoryStorageError when the file cannot be made or opened.
    """
    path = store_path(project)
    try:
        if path.parent.exists() and not path.parent.is_dir():
            raise MemoryStorageError(f"{path.parent} is no folder", "move it away")
        with as_our_errors(path):
            store = _open_found(
                path, ports, Beside(path, is_brief=is_brief), create_missing=create_missing
            )
    except OSError as error:
        raise MemoryStorageError(
            f"cannot use {path}: {error.strerror or error}", "check path, rights and disk"
        ) from error
    store.reopen_by(lambda: open_store(project, ports, create_missing=False, is_brief=is_brief))
    return store


def open_in_memory(ports: Ports) -> Store:
    """Make a fresh store in memory, for demonstrations and evaluation."""
    from sayso.core.project.lifecycle import plan_birth

    connection = open_memory()
    create(connection, plan_birth(new_birth(ports)))
    return Store(connection, None, Healthy())


def new_birth(ports: Ports) -> Birth:
    """Draw the names of a first store."""
    from sayso.core.project.lifecycle import Birth

    now_us = ports.clock.now_us()
    return Birth(
        store_id=ports.ids.token(),
        subject_key=ports.ids.key(),
        generation=1,
        created_at_us=now_us,
        now_us=now_us,
    )


def prepare_folder(path: Path) -> None:
    """Make the store's folder, private and ignored by git; drop what an older format left."""
    folder = path.parent
    folder.mkdir(mode=0o700, exist_ok=True)
    sync_folder(folder.parent)
    ignore = folder / ".gitignore"
    with suppress(FileExistsError):
        file = os.open(ignore, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as written:
            written.write("*\n")
    legacy = folder / LEGACY_NAME
    try:
        legacy.unlink(missing_ok=True)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot delete the old {legacy}: {error.strerror}", "delete it by hand"
        ) from error


def _open_found(path: Path, ports: Ports, beside: Beside, *, create_missing: bool) -> Store:
    """Open what lies at a store's path, or make what should.

    The mark is read first: what others commit from then on makes it older, never newer.
    """
    traces = traces_of(path)
    if (loss := find_loss(traces, is_marked=beside.seen.exists)) is not None:
        return _degraded(path, loss)
    whose = _whose(path, traces, beside)
    match whose:
        case Foreign(finding=finding):
            raise ForeignStoreError(f"{path} is {finding}", MOVE_AWAY)
        case Text():
            finding = f"{path} is a text file, not a Sayso store"
            return _degraded(path, Degraded(findings=(finding,), remedy=MOVE_AWAY))
        case Degraded():
            return _degraded(path, whose)
        case Blank():
            return _open_blank(path, ports, beside, create_missing=create_missing)
        case Ours():
            return _open_readable(path, ports, beside)
        case _ as never:
            assert_never(never)


def _open_readable(path: Path, ports: Ports, beside: Beside) -> Store:
    """Open our store, or say where the disk cannot read it (S07)."""
    try:
        return _open_ours(path, ports, beside)
    except apsw.IOError as error:
        if not is_of_reading(error):
            raise
        page = unreadable_page(path)
        where = "" if page is None else f" at page {page}"
        finding = f"the disk cannot read {path.name}{where}: {error}"
        return _degraded(path, Degraded(findings=(finding,), remedy=CHANGE_DISK))


def _whose(path: Path, traces: Traces, beside: Beside) -> Ours | Foreign | Text | Blank | Degraded:
    """Tell whose file it is, and whether SQLite would pass over what is wrong with ours."""
    if not traces.file_bytes:
        return Blank()
    whose = find_owner(path)
    if isinstance(whose, Ours):
        return find_fault(head_of(path), traces) or find_journal(path, traces, beside) or whose
    return whose


def find_owner(path: Path) -> Ours | Foreign | Text | Blank | Degraded:
    """Tell whose file it is without touching it: by its first bytes, else by a copy of it."""
    whose = identify_head(head_of(path))
    if not isinstance(whose, Unclear):
        return whose
    with private_copy(path) as copy:
        try:
            return identify_file(copy)
        except DAMAGED as error:
            return Degraded(findings=(f"the file is damaged: {error}",))


def _degraded(path: Path, health: Degraded) -> Store:
    """Give a store that only diagnosis and clear can use, without a connection to its file."""
    return Store(open_memory(), path, health)


def _open_blank(path: Path, ports: Ports, beside: Beside, *, create_missing: bool) -> Store:
    """Make a store in a file that holds nothing, unless a mark tells that it held something."""
    if beside.seen.exists:
        finding = "memory.db holds nothing, but its mark memory.db.mark is there: memory was lost"
        return _degraded(path, Degraded(findings=(finding,), remedy=PUT_BACK))
    if not create_missing:
        raise NotFoundError(
            f"no memory in {path.parent.parent}", "it begins with 'sayso record' or 'sayso import'"
        )
    from sayso.core.project.lifecycle import plan_birth  # stores are made once and opened often

    birth = new_birth(ports)
    connection = _known_before(path, birth.store_id)
    try:
        create(connection, plan_birth(birth))
        settle_known(connection, birth.store_id)
        return _verified(connection, path, ports, beside)
    except BaseException:
        beside.close()
        connection.close()
        raise


def _known_before(path: Path, store_id: str) -> apsw.Connection:
    """Make the file of a store whose id the user knows before it exists."""
    known_stores().remember(store_id)
    try:
        prepare_folder(path)
        return open_new(path)
    except BaseException:
        known_stores().forget(store_id)
        raise


def _open_ours(path: Path, ports: Ports, beside: Beside) -> Store:
    unwritable = unwritable_part(path)
    if unwritable is not None:
        return _degraded(path, judge_copy(path, beside, f"{unwritable} may not be written to"))
    try:
        connection = open_existing(path)
    except MemorySchemaError as error:
        return _degraded(path, Degraded(findings=(error.message,)))
    try:
        if beside.is_brief:
            wait_at_most(connection, limits.HOOK_BUSY_US)
        return _verified(connection, path, ports, beside)
    except BaseException:
        beside.close()
        connection.close()
        raise


def _verified(connection: apsw.Connection, path: Path, ports: Ports, beside: Beside) -> Store:
    health = judge(connection, path, beside, ports.clock.now_us())
    if isinstance(health, Degraded):
        connection.close()
        beside.close()
        return _degraded(path, health)
    use_durable_wal(connection)
    if beside.is_brief and beside.is_unclean:
        leave_log(connection)
    beside.now_us = ports.clock.now_us
    beside.settle(*standing(connection))
    health = bring_up(connection, beside.witness)
    if isinstance(health, Degraded):
        connection.close()
        beside.close()
        return _degraded(path, health)
    return Store(connection, path, health, beside)
