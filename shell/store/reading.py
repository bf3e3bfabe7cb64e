"""Reads rows through one connection: statements by name, and the guard of every operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from sayso.core.catalog import RECOVER
from sayso.shell.errors import DamagedTextError, MemorySchemaError
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

    from sayso.core.plans import Plan, Value
    from sayso.shell.store.rows import Row

RAW_TEXTS: Final = frozenset({"user_text", "assistant_text"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """What every ordinary operation starts from; reading it is the operational guard (A117)."""

    generation: int
    subject_key: bytes
    scope_id: int
    thread_id: int
    next_turn_id: int
    next_sequence: int
    latest_said_us: int


class Reading:
    """Reads rows through one connection, by statement name and named parameters."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Read through an open connection."""
        self._connection = connection

    @property
    def findings(self) -> tuple[str, ...]:
        """What could not be read: nothing, as every failure is raised."""
        return ()

    def doubt(self, finding: str) -> None:
        """Refuse to serve what is not what was stored."""
        raise DamagedTextError(finding, RECOVER)

    def rows(self, name: str, **params: Value) -> list[Row]:
        """Run one SELECT and give all its rows."""
        return self._connection.execute(statement(name), params).fetchall()

    def each(self, name: str, **params: Value) -> Iterator[Row]:
        """Run one SELECT and give its rows one by one, so that they need not fit in memory."""
        yield from self._connection.execute(statement(name), params)

    def row(self, name: str, **params: Value) -> Row | None:
        """Run one SELECT and give its first row, or None."""
        rows = self.rows(name, **params)
        return rows[0] if rows else None

    def records(self, name: str, **params: Value) -> Iterator[dict[str, object]]:
        """Run one SELECT and give its rows one by one, by column name.

        RAW texts are read as bytes and given as text; as bytes only where they are none.
        """
        cursor = self._connection.execute(statement(name), params)
        for row in cursor:
            names = (column[0] for column in cursor.description)
            record = dict(zip(names, row, strict=True))
            yield record | {name: _text(record[name]) for name in RAW_TEXTS & record.keys()}

    def check(self) -> None:
        """Doubt whatever a thorough check of the whole store finds wrong."""
        from sayso.shell.store.checks import thorough_findings

        for finding in thorough_findings(self._connection):
            self.doubt(finding)

    def guard(self) -> Guarded:
        """Read the state an ordinary operation needs; raises MemorySchemaError without it."""
        row = self.row("store/guard")
        if row is None or row[2] is None or row[3] is None:
            what = "the meta row" if row is None else "an active thread"
            raise MemorySchemaError(f"the store has lost {what}", RECOVER)
        return Guarded(
            generation=row[0],
            subject_key=row[1],
            scope_id=row[2],
            thread_id=row[3],
            next_turn_id=row[4],
            next_sequence=row[5],
            latest_said_us=row[6],
        )

    def next_id(self, table: str) -> int:
        """Reserve the next id of a table; it holds until the transaction ends."""
        row = self.row("store/next_ids", table=table)
        return int(row[0]) if row else 1


T = TypeVar("T")
# What a transaction does: from what is there to a plan, and an answer that holds once it is saved.
Work = Callable[[Reading, Guarded], tuple["Plan", T]]


def _text(value: object) -> object:
    try:
        return value.decode("utf-8") if isinstance(value, bytes) else value
    except UnicodeDecodeError:
        return value
