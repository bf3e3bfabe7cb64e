"""Looks at a store without trusting it: on a copy, read-only, each statement for itself.

This is how status, show and export work on a damaged store in a fresh process. What cannot be
read comes back empty together with a finding, never as a healthy empty answer (A79-A81).
"""

from __future__ import annotations

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from sayso.shell.store.connection import open_readonly
from sayso.shell.store.statements import statement
from sayso.shell.store.store import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sayso.core.plans import Value
    from sayso.shell.store.rows import Row


class Diagnosis(Reading):
    """Reads what can be read; every failure becomes a finding and an empty answer."""

    def __init__(self, connection: apsw.Connection | None) -> None:
        """Read through a connection to a copy, or through none when it could not be opened."""
        self.findings = []
        self._copy = connection
        if connection is not None:
            super().__init__(connection)

    def rows(self, name: str, **params: Value) -> list[Row]:
        """Run one SELECT and give the rows that come before the first damage."""
        rows: list[Row] = []
        if self._copy is None:
            return rows
        try:
            rows.extend(self._copy.execute(statement(name), params))
        except (apsw.Error, UnicodeDecodeError) as error:
            self.findings.append(f"{name} cannot be read: {error}")
        return rows

    def records(self, name: str, **params: Value) -> Iterator[dict[str, object]]:
        """Run one SELECT and give the rows that come before the first damage, by name."""
        if self._copy is None:
            return
        try:
            yield from super().records(name, **params)
        except (apsw.Error, UnicodeDecodeError) as error:
            self.findings.append(f"{name} cannot be read: {error}")


@contextmanager
def copied_store(path: Path) -> Iterator[Diagnosis]:
    """Copy the file and its log to a private folder and open the copy; the original stays.

    The caller must not hold an open connection to the original in this process, because closing
    a second handle would drop its locks.
    """
    with tempfile.TemporaryDirectory(prefix="sayso-") as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            original = Path(f"{path}{suffix}")
            if original.exists():
                shutil.copyfile(original, f"{copy}{suffix}")
        diagnosis, connection = _open(copy)
        try:
            yield diagnosis
        finally:
            if connection is not None:
                connection.close()


def _open(copy: Path) -> tuple[Diagnosis, apsw.Connection | None]:
    try:
        connection = open_readonly(copy)
    except apsw.Error as error:
        diagnosis = Diagnosis(None)
        diagnosis.findings.append(f"the file cannot be opened: {error}")
        return diagnosis, None
    return Diagnosis(connection), connection
