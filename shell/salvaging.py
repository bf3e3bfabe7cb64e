"""Salvage: what a damaged store still holds, as a snapshot in which each row says what it is worth.

The file is read as it lies, without SQLite and without the catalogue, from a private copy. So it
works where an ordinary export gets little or nothing: head or catalogue gone, pages overwritten,
the file cut. Nothing is written to the store, and nothing of it is repaired.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from sayso.core.catalog import MOVE_AWAY, PUT_BACK, Foreign, Text
from sayso.core.salvage.salvage import read_rows, salvage
from sayso.shell.errors import (
    ForeignStoreError,
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
)
from sayso.shell.exporting import write_snapshot
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.files import own_exports, private_bytes, traces_of
from sayso.shell.store.opening import find_owner, store_path

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.core.catalog import Traces
    from sayso.core.salvage.salvage import Gained, Salvage
    from sayso.shell.ports import Ports

JOURNAL: Final = (
    "a rollback journal lies beside memory.db, which another program left: its last change is told "
    "as if it were done"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvaged:
    """Where the snapshot lies, what was gained, and what stood in the way."""

    path: Path
    gained: Gained
    findings: tuple[str, ...]


def salvage_store(project: Path, folder: Path | None, ports: Ports) -> Salvaged:
    """Write what a project's store still holds to a new snapshot; the store stays as it is.

    It goes to `.sayso/exports/` unless a folder is given. Raises NotFoundError where there is
    neither a file nor a log, ForeignStoreError for what is no store of ours, MemorySchemaError
    when nothing of one is left, MemoryStorageError when the disk fails.
    """
    path = store_path(project)
    try:
        with as_our_errors():
            return _salvage(path, folder or own_exports(path), ports)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot use {path}: {error.strerror or error}", "check path, rights and disk"
        ) from error


def _salvage(path: Path, folder: Path, ports: Ports) -> Salvaged:
    traces = traces_of(path)
    if not traces.file_bytes and not traces.log_bytes:
        raise NotFoundError(f"there is nothing to salvage in {path.parent}", PUT_BACK)
    whose = find_owner(path) if traces.file_bytes else None
    with private_bytes(path) as (file, log):
        found = salvage(file, log)
        _refuse_strangers(path, whose, found)
        if not found.gained.rows:
            raise MemorySchemaError(f"nothing of a Sayso store is left in {path}", PUT_BACK)
        return _write(_Rows(found, traces), folder, ports)


def _refuse_strangers(path: Path, whose: object, found: Salvage) -> None:
    """Refuse what is somebody else's; damage may make a head look like anything.

    A text has no rows, and another program's rows are neither our texts with their hashes nor
    the row that every store has of itself.
    """
    if isinstance(whose, Text) and not found.gained.rows:
        raise ForeignStoreError(f"{path} is a text file, not a Sayso store", MOVE_AWAY)
    is_ours = found.gained.intact or found.judged.rows.get("memory_meta")
    if isinstance(whose, Foreign) and not is_ours:
        raise ForeignStoreError(f"{path} is {whose.finding}", MOVE_AWAY)


def _write(rows: _Rows, folder: Path, ports: Ports) -> Salvaged:
    gained = rows.found.gained
    more = {"salvaged": True, "gained": asdict(gained)}
    path = write_snapshot(rows, folder, ports, more)
    return Salvaged(path=path, gained=gained, findings=rows.findings)


class _Rows:
    """What was salvaged, in the way in which an export asks for it."""

    def __init__(self, found: Salvage, traces: Traces) -> None:
        """Take over what was found."""
        self.found = found
        self._journal = (JOURNAL,) if traces.journal_bytes else ()

    @property
    def findings(self) -> tuple[str, ...]:
        """What stood in the way."""
        return (*self._journal, *self.found.findings)

    def records(self, name: str) -> Iterator[dict[str, object]]:
        """Give the rows of one table with their marks."""
        return read_rows(self.found, name.removeprefix("export/"))
