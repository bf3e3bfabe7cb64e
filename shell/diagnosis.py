"""Looks at a store without trusting it: on a copy, read-only, each statement for itself.

This is how status, show and export work on a damaged store in a fresh process. What cannot be
read comes back empty together with a finding, never as a healthy empty answer (A79-A81). A store of
an older version is read as it is; tables that its version does not have yet are no finding.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import apsw

from sayso.core import limits
from sayso.core.catalog import SCHEMA_VERSION, known_version
from sayso.shell.store.bootstrap import tables_of, version_of
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.files import private_copy
from sayso.shell.store.reading import Reading
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sayso.core.plans import Value
    from sayso.shell.store.rows import Row


class Diagnosis(Reading):
    """Reads what can be read; every failure becomes a finding and an empty answer."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Read through a connection to a copy."""
        super().__init__(connection)
        self._unread: dict[str, list[str]] = {}
        self._doubts: list[str] = []

    @property
    def findings(self) -> tuple[str, ...]:
        """What could not be read so far, gathered by the reason, and what is to be doubted."""
        unread = (
            f"cannot be read: {', '.join(what)} ({reason})" for reason, what in self._unread.items()
        )
        return (*unread, *self._doubts)

    def doubt(self, finding: str) -> None:
        """Keep what is shown though it is not what was stored; each once, a bounded number."""
        if finding not in self._doubts and len(self._doubts) < limits.DOUBTS_MAX:
            self._doubts.append(finding)

    def rows(self, name: str, **params: Value) -> list[Row]:
        """Run one SELECT and give the rows that come before the first damage."""
        rows: list[Row] = []
        try:
            rows.extend(self._connection.execute(statement(name), params))
        except (apsw.Error, UnicodeDecodeError) as error:
            self._note(name, error)
        return rows

    def records(self, name: str, **params: Value) -> Iterator[dict[str, object]]:
        """Run one SELECT and give the rows that come before the first damage, by name."""
        try:
            yield from super().records(name, **params)
        except (apsw.Error, UnicodeDecodeError) as error:
            self._note(name, error)

    def _note(self, name: str, error: Exception) -> None:
        """Keep what a statement was after, which is the last part of its name, with the reason."""
        if isinstance(error, apsw.SQLError) and str(error) in self._later():
            return
        reason = str(error).partition(":")[0]
        if isinstance(error, apsw.AuthError):
            reason = "a view stands in its place"
        self._unread.setdefault(reason, []).append(name.rpartition("/")[2].replace("_", " "))

    def _later(self) -> frozenset[str]:
        """Give what SQLite says of the tables that only a later version than the copy's has."""
        try:
            version = known_version(version_of(self._connection))
        except (apsw.Error, UnicodeDecodeError):
            return frozenset()
        names = tables_of(SCHEMA_VERSION) - tables_of(version)
        return frozenset(f"no such table: {name}" for name in names)


@contextmanager
def copied_store(path: Path) -> Iterator[Diagnosis]:
    """Read a copy of a store; the original stays as it is."""
    with as_our_errors(), private_copy(path) as copy:
        yield Diagnosis(copy)
