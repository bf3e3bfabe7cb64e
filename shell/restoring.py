"""Restore: what a backup holds takes the place of a project's memory, whole or not at all.

The file is judged on a private copy, as thoroughly as a store can be, before anything is written;
that very copy is what is restored. It replaces the old content under SQLite's own locks as a
clear of a damaged store does (recovery.py), so that others may have the store open: they find
another generation, and no late result of the replaced state lands.
"""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.catalog import Blank, Degraded, Foreign, Healthy, Text, find_fault
from sayso.core.project.restoring import plan_restored, succession
from sayso.shell.backing_up import prove
from sayso.shell.diagnosis import Diagnosis
from sayso.shell.errors import (
    ForeignStoreError,
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
    RefusedError,
    RequestError,
)
from sayso.shell.ports import system_ports
from sayso.shell.recovery import open_replaced, replace_content
from sayso.shell.remains import read_remains, remains_in
from sayso.shell.store.connection import open_private
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.files import digest_of, head_of, private_copy, traces_of
from sayso.shell.store.link import raise_degraded
from sayso.shell.store.migrating import change_tables, is_older
from sayso.shell.store.opening import (
    find_owner,
    find_project,
    prepare_folder,
    store_path,
)
from sayso.shell.store.statements import statement
from sayso.shell.store.witness import Witness

if TYPE_CHECKING:
    import apsw

    from sayso.core.plans import Plan
    from sayso.core.project.lifecycle import Remains
    from sayso.core.project.restoring import Holding
    from sayso.core.witness import Sighting
    from sayso.shell.ports import Ports

OTHER_FILE: Final = "nothing was changed; give a file that 'sayso backup' made"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was restored, as the generation that begins with it.

    `given_up` is how many changes the replaced memory had saved since the backup was made; None
    where that cannot be told, as of another memory.
    """

    path: Path
    holding: Holding
    generation: int
    given_up: int | None


def restore(
    file: str | Path, folder: str | Path = ".", *, confirm: bool, ports: Ports | None = None
) -> Restored:
    """Put what a backup holds in the place of the memory of the project a folder belongs to.

    Works where that memory is missing, degraded or healthy, and while others have it open. What
    was forgotten or cleared after the backup was made is there again.

    Raises RequestError unless `confirm` is True, NotFoundError without the file or folder,
    MemorySchemaError for a file that is no sound backup; nothing is changed then.
    """
    if confirm is not True:
        raise RequestError(
            "restore puts the backup in the place of all memory; nothing was changed",
            "confirm it with --confirm",
        )
    path = store_path(find_project(Path(folder)))
    try:
        with as_our_errors(path):
            source = _source(Path(file), path)
            _check_backup(Path(file), source)
            with private_copy(source) as copy:
                return _restore(copy, Path(file), path, ports or system_ports())
    except OSError as error:
        raise MemoryStorageError(
            f"cannot restore {file}: {error.strerror or error}", "check path, rights and disk"
        ) from error


def _source(file: Path, path: Path) -> Path:
    """Give where the backup lies, with its folder's links resolved; the file may be none."""
    source = file.parent.resolve() / file.name
    if not os.path.lexists(source):
        raise NotFoundError(f"there is no file {file}", OTHER_FILE)
    if path.exists() and source.exists() and source.samefile(path):
        raise RefusedError(f"{file} is the store itself", OTHER_FILE)
    return source


def _check_backup(file: Path, source: Path) -> None:
    """Refuse what needs not be copied to be seen through."""
    try:
        traces = traces_of(source)
    except ForeignStoreError as error:
        raise ForeignStoreError(error.message, OTHER_FILE) from error
    if not traces.file_bytes:
        raise ForeignStoreError(f"{file} is empty", OTHER_FILE)
    match find_owner(source):
        case Foreign(finding=finding):
            raise ForeignStoreError(f"{file} is {finding}", OTHER_FILE)
        case Text():
            raise ForeignStoreError(f"{file} is a text file, not a Sayso store", OTHER_FILE)
        case Blank():
            raise ForeignStoreError(f"{file} is a database without anything in it", OTHER_FILE)
        case Degraded(findings=findings):
            raise _unsound(file, findings[0])
        case _:
            fault = find_fault(head_of(source), traces)
    if fault is not None:
        raise _unsound(file, fault.findings[0])


def _unsound(file: Path, finding: str) -> MemorySchemaError:
    return MemorySchemaError(f"{file} is no sound backup: {finding}", OTHER_FILE)


def _restore(copy: apsw.Connection, file: Path, path: Path, ports: Ports) -> Restored:
    try:
        holding = prove(copy)
    except MemorySchemaError as error:
        raise _unsound(file, error.message) from error
    if path.parent.exists() and not path.parent.is_dir():
        raise MemoryStorageError(f"{path.parent} is no folder", "move it away")
    traces_of(path)  # whatever is no file there is refused by name
    for _ in range(limits.RESET_TRIES):
        seen = digest_of(path)
        replaced = read_remains(path)
        prepare_folder(path)
        sighting = Witness(path).read().sighting
        marked = 0 if sighting is None else sighting.commits
        ahead = succession(remains_in(Diagnosis(copy)), replaced, marked)
        with closing(_heir(copy, plan_restored(ahead, replaced, ports.clock.now_us()))) as heir:
            if not replace_content(path, heir, seen):
                continue
        _check_restored(path, ports)
        return Restored(
            path=path,
            holding=holding,
            generation=ahead.generation,
            given_up=_given_up(holding, replaced, sighting),
        )
    raise MemoryStorageError(f"others keep writing to {path}", "end them and repeat")


def _heir(copy: apsw.Connection, plan: Plan) -> apsw.Connection:
    """Give a database of its own with the backup's content, changed by a plan."""
    heir = open_private()
    try:
        with heir.backup("main", copy, "main") as backup:
            backup.step()
        heir.execute("BEGIN")
        if is_older(heir):
            raise_degraded(change_tables(heir))
        for write in plan:
            heir.execute(statement(write.statement), write.params)
        heir.execute("COMMIT")
    except BaseException:
        heir.close()
        raise
    return heir


def _check_restored(path: Path, ports: Ports) -> None:
    """Open what was restored as anybody would; raises MemorySchemaError if it is not sound."""
    store = open_replaced(path, ports)
    health = store.health
    store.close()
    if health != Healthy():
        raise MemorySchemaError("what was restored is degraded", "'sayso doctor' tells why")


def _given_up(holding: Holding, replaced: Remains, sighting: Sighting | None) -> int | None:
    """Count the changes since the backup by what the store and its mark tell of this memory."""
    counted = [replaced.commits] if replaced.store_id == holding.store_id else []
    if sighting is not None and sighting.store_id == holding.store_id:
        counted.append(sighting.commits)
    return max(*counted, holding.commits) - holding.commits if counted else None
