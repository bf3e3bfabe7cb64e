"""RAW export: one JSON snapshot of every table, under a name that is never taken (A250-A256).

The snapshot gets its name when it is complete (publishing.py): whoever looks sees all of it or
nothing. What could not be read of a damaged store stands in the snapshot, under `findings`.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol

import orjson

from sayso.core.catalog import SCHEMA_VERSION
from sayso.shell.errors import MemoryStorageError
from sayso.shell.publishing import new_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from sayso.shell.ports import Ports
    from sayso.shell.publishing import Publish
    from sayso.shell.store.reading import Reading

EXPORTED_TABLES: Final = (
    "memory_meta",
    "scopes",
    "threads",
    "turns",
    "memory_jobs",
    "memory_candidates",
    "candidate_sources",
    "memory_items",
    "memory_item_candidates",
    "memory_terms",
    "refusals",
    "tombstones",
    "notes",
    "job_models",
    "model_usage",
    "operations",
)

NAMES_MAX: Final = 10_000  # snapshots of one moment


class Exportable(Protocol):
    """Rows by the names of the statements below sql/export/, and what of them could not be read."""

    @property
    def findings(self) -> tuple[str, ...]:
        """What could not be read so far."""
        ...

    def records(self, name: str) -> Iterator[dict[str, object]]:
        """Give the rows of one table by name."""
        ...


def export_raw(reading: Reading, folder: Path, ports: Ports) -> Path:
    """Write a complete snapshot below a folder and give its path; older ones stay untouched.

    All of it is checked before: what is not what was stored is never told as if it were.
    """
    reading.check()
    return write_snapshot(reading, folder, ports, {})


def write_snapshot(
    rows: Exportable, folder: Path, ports: Ports, more: Mapping[str, object]
) -> Path:
    """Write a snapshot of rows, wherever they come from, and give its path.

    `more` stands in its head beside the version and the time.
    """
    now_us = ports.clock.now_us()
    head = {"schema_version": SCHEMA_VERSION, "exported_at": now_us, **more}
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with new_file(folder, ports) as (file, publish):
            _write(file, rows, head)
            return _publish(publish, folder, now_us)
    except OSError as error:
        raise MemoryStorageError(
            f"cannot export to {folder}: {error.strerror or error}",
            "check rights and disk, or give another folder with --out",
        ) from error


def _publish(publish: Publish, folder: Path, now_us: int) -> Path:
    """Name a snapshot by its moment; two exports never get the same name."""
    moment = datetime.fromtimestamp(now_us / 1_000_000, tz=UTC)
    stem = f"memory-{moment:%Y%m%dT%H%M%S%f}"
    for number in range(1, NAMES_MAX):
        path = folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
        try:
            publish(path)
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"no free name {stem}")


def _write(file: BinaryIO, reading: Exportable, head: Mapping[str, object]) -> None:
    file.write(orjson.dumps(head)[:-1])
    for table in EXPORTED_TABLES:
        file.write(b',\n"' + table.encode() + b'":[')
        _write_rows(file, reading, table)
        file.write(b"]")
    file.write(b',\n"findings":' + orjson.dumps(reading.findings) + b"}\n")
    file.flush()
    os.fsync(file.fileno())


def _write_rows(file: BinaryIO, reading: Exportable, table: str) -> None:
    for number, row in enumerate(reading.records(f"export/{table}")):
        file.write(b",\n" if number else b"\n")
        file.write(orjson.dumps(row, default=_spelled))


def _spelled(value: bytes) -> str:
    """Spell bytes, the one kind of value in a row that JSON has not: damage put them there."""
    return value.hex()
