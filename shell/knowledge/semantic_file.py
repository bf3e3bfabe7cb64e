"""The semantic index where there is no LanceDB: one file, all of it compared with what is asked.

The file is read again when another process has replaced it. What is damaged in it is told; with
the next change the damaged file is kept aside as it was, and what can be read of it goes on.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from sayso.core.knowledge.semantic_rows import (
    Read,
    column,
    nearest,
    read_rows,
    shortlist,
    spell_row,
    spell_rows,
)
from sayso.shell.errors import MemoryStorageError
from sayso.shell.knowledge.aside import keep_aside
from sayso.shell.knowledge.atomic import read_file, write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sayso.core.knowledge.hashing import Vector
    from sayso.core.knowledge.semantic_rows import Row
    from sayso.shell.ports import Clock

log: Final = logging.getLogger(__name__)
Stamp = tuple[int, ...]
Column = list[tuple[str, float]]
_NOTHING: Final = Read(rows={}, lines={})


class FileStore:
    """The rows of one index in a JSON file. Whoever changes it holds the file's lock."""

    name = "fallback"

    def __init__(self, root: Path, file_name: str, dim: int, clock: Clock) -> None:
        self._root = root
        self._file_name = file_name
        self._dim = dim
        self._clock = clock
        self._stamp: Stamp = ()
        self._read = _NOTHING
        self._columns: dict[int, Column] = {}

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._root / self._file_name

    def fault(self) -> str:
        """Say what is damaged in the file, '' where nothing is."""
        return self._current().fault

    def length(self) -> int | None:
        """Give how long the vectors are, None where there are none."""
        return next((len(row.vector) for row in self._current().rows.values()), None)

    def count(self) -> int:
        """Give how many rows there are."""
        return len(self._current().rows)

    def rows(self) -> tuple[Row, ...]:
        """Give all rows."""
        return tuple(self._current().rows.values())

    def known(self, ids: Iterable[str]) -> dict[str, Row]:
        """Give those rows of these ids that there are."""
        rows = self._current().rows
        return {one: rows[one] for one in ids if one in rows}

    def nearest(self, asked: Vector, k: int, min_score: float) -> list[tuple[Row, float]]:
        """Give the rows nearest to what is asked, with their scores, in order."""
        rows = self._current().rows
        names = shortlist(self._column, asked, k)
        vectors = {name: rows[name].vector for name in (rows if names is None else names)}
        return [(rows[name], score) for name, score in nearest(vectors, asked, k, min_score)]

    def put(self, rows: Sequence[Row]) -> None:
        """Add rows, or put them in the place of those with their ids."""
        before = self._current()
        made = {row.id: row for row in rows}
        columns = {} if made.keys() & before.rows.keys() else self._columns
        changed = {name: spell_row(row) for name, row in made.items()}
        self._write({**before.rows, **made}, {**before.lines, **changed})
        for at, known in columns.items():
            known.extend(column(made, at))
        self._columns = columns

    def replace(self, rows: Sequence[Row]) -> None:
        """Put rows in the place of all there are."""
        made = {row.id: row for row in rows}
        if made or self.path.exists():
            self._write(made, {})

    def _column(self, at: int) -> Column:
        """Give a column of the vectors; it is kept until a row changes."""
        if at not in self._columns:
            self._columns[at] = column(self._read.rows, at)
        return self._columns[at]

    def _write(self, rows: dict[str, Row], lines: dict[str, bytes]) -> None:
        """Write the file; lines that are missing are spelled."""
        whole = {name: lines.get(name) or spell_row(row) for name, row in rows.items()}
        dim = next((len(row.vector) for row in rows.values()), self._dim)
        content = spell_rows(dim, whole.values())
        fault = self._current().fault
        if fault:
            kept = keep_aside(self._root, self._file_name, self._clock.now_us())
            log.warning("%s %s: it is kept as %s", self.path, fault, kept)
        write_file(self.path, content)
        self._take(Read(rows=rows, lines=whole), self._stamp_now())

    def _current(self) -> Read:
        """Give what stands in the file now; it is read only if it is another than before."""
        stamp = self._stamp_now()
        if stamp != self._stamp:
            raw = read_file(self.path)
            self._take(_NOTHING if raw is None else read_rows(raw), stamp)
            if self._read.fault:
                log.warning("%s %s; the rest of it is used", self.path, self._read.fault)
        return self._read

    def _take(self, read: Read, stamp: Stamp) -> None:
        self._read, self._stamp, self._columns = read, stamp, {}

    def _stamp_now(self) -> Stamp:
        try:
            told = self.path.stat()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise MemoryStorageError(
                f"cannot read {self.path}: {error.strerror or error}", "check rights and disk"
            ) from error
        return (told.st_mtime_ns, told.st_ctime_ns, told.st_size, told.st_ino)
