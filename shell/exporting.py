"""RAW export: one JSON snapshot of every table, under a name that is never taken (A250-A256).

The snapshot is written to a file without a name, which gets its name when it is complete: whoever
looks sees all of it or nothing, and neither an error nor a kill leaves anything behind. Where the
system or the disk has no such files, it is written under a hidden name, which only a kill leaves.
What could not be read of a damaged store stands in the snapshot, under `findings`.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import orjson

from sayso.core.catalog import SCHEMA_VERSION
from sayso.shell.errors import MemoryStorageError

if TYPE_CHECKING:
    from collections.abc import Iterator

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


NAMES_MAX: Final = 10_000  # snapshots of one moment
DESCRIPTORS: Final = Path("/proc/self/fd")
NO_NAMELESS: Final = frozenset({errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT})


# Gives a complete file its name; raises FileExistsError when somebody has taken it.
Publish = Callable[[Path], None]


def export_raw(reading: Reading, folder: Path, ports: Ports) -> Path:
    """Write a complete snapshot below a folder and give its path; older ones stay untouched."""
    now_us = ports.clock.now_us()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _new_file(folder, ports) as (file, publish):
            _write(file, reading, now_us)
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


@contextmanager
def _new_file(folder: Path, ports: Ports) -> Iterator[tuple[BinaryIO, Publish]]:
    """Open a file that nobody sees until it is published, and that is gone if it never is."""
    descriptor = _nameless(folder)
    if descriptor is None:
        with _hidden_file(folder / f".memory-{ports.ids.token()}.tmp") as opened:
            yield opened
        return
    with os.fdopen(descriptor, "wb") as file:
        yield file, lambda path: _link(descriptor, path)


def _nameless(folder: Path) -> int | None:
    """Make a file without a name, None where the system or the disk has none such."""
    if not hasattr(os, "O_TMPFILE") or not DESCRIPTORS.is_dir():
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o600)
    except OSError as error:
        if error.errno in NO_NAMELESS:
            return None
        raise


def _link(descriptor: int, path: Path) -> None:
    """Give a file without a name its name, unless it is taken, and make the name durable."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(DESCRIPTORS / str(descriptor), path.name, dst_dir_fd=folder)
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _hidden_file(hidden: Path) -> Iterator[tuple[BinaryIO, Publish]]:
    """Open a file under a hidden name; in the end it bears its right name or is gone."""

    def publish(path: Path) -> None:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        try:
            hidden.replace(path)
        except BaseException:
            path.unlink()
            raise

    descriptor = os.open(hidden, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file, publish
    finally:
        hidden.unlink(missing_ok=True)


def _write(file: BinaryIO, reading: Reading, now_us: int) -> None:
    head = {"schema_version": SCHEMA_VERSION, "exported_at": now_us}
    file.write(orjson.dumps(head)[:-1])
    for table in EXPORTED_TABLES:
        file.write(b',\n"' + table.encode() + b'":[')
        _write_rows(file, reading, table)
        file.write(b"]")
    file.write(b',\n"findings":' + orjson.dumps(reading.findings) + b"}\n")
    file.flush()
    os.fsync(file.fileno())


def _write_rows(file: BinaryIO, reading: Reading, table: str) -> None:
    for number, row in enumerate(reading.records(f"export/{table}")):
        file.write(b",\n" if number else b"\n")
        file.write(orjson.dumps(row, default=_spelled))


def _spelled(value: bytes) -> str:
    """Spell bytes, the one kind of value in a row that JSON has not: damage put them there."""
    return value.hex()
