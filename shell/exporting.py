"""RAW export: one JSON snapshot of every table, under a name that is never taken (A250-A256).

The name is reserved by creating the final file exclusively; the content goes to a hidden
temporary file beside it and replaces the reserved one when it is complete. Whatever happens, no
temporary file stays behind, and a failed export leaves no snapshot.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO, Final

import orjson

from sayso.core.catalog import SCHEMA_VERSION
from sayso.shell.errors import MemoryStorageError

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Reading

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
    "model_usage",
    "operations",
)


def export_raw(reading: Reading, folder: Path, ports: Ports) -> Path:
    """Write a complete snapshot below a folder and give its path; older ones stay untouched."""
    now_us = ports.clock.now_us()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = _reserve(folder, now_us)
    except OSError as error:
        raise _storage_error(folder, error) from error
    hidden = folder / f".{path.name}.{ports.ids.token()}.tmp"
    try:
        _write(hidden, reading, now_us)
        hidden.replace(path)
    except BaseException as error:
        for leftover in (hidden, path):
            with suppress(FileNotFoundError):
                leftover.unlink()
        if isinstance(error, OSError):
            raise _storage_error(folder, error) from error
        raise
    return path


def _reserve(folder: Path, now_us: int) -> Path:
    """Create the first free name of this moment; two exports never get the same one."""
    moment = datetime.fromtimestamp(now_us / 1_000_000, tz=UTC)
    stem = f"memory-{moment:%Y%m%dT%H%M%S%f}"
    for number in range(1, 10_000):
        path = folder / (f"{stem}.json" if number == 1 else f"{stem}-{number}.json")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"no free name {stem}")


def _write(path: Path, reading: Reading, now_us: int) -> None:
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        head = {"schema_version": SCHEMA_VERSION, "exported_at": now_us}
        file.write(orjson.dumps(head)[:-1])
        for table in EXPORTED_TABLES:
            file.write(b',\n"' + table.encode() + b'":[')
            _write_rows(file, reading, table)
            file.write(b"]")
        file.write(b"}\n")
        file.flush()
        os.fsync(file.fileno())


def _write_rows(file: BinaryIO, reading: Reading, table: str) -> None:
    for number, row in enumerate(reading.records(f"export/{table}")):
        file.write(b",\n" if number else b"\n")
        file.write(orjson.dumps(row))


def _storage_error(folder: Path, error: OSError) -> MemoryStorageError:
    return MemoryStorageError(
        f"cannot export to {folder}: {error.strerror or error}", "check rights and disk"
    )
