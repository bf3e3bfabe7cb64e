"""One open store: guarded reads, and transactions that run a plan whole or not at all.

A transaction is short, begins IMMEDIATE, reads what a plan needs, runs the plan's writes in
order and rolls back when one changes another number of rows than the plan expects. An error at
COMMIT is reported as unknown, because it may have been saved.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

import apsw

from sayso.core.catalog import ALLOW_WRITING, RECOVER, Degraded, Health, Healthy
from sayso.shell.errors import (
    MemorySchemaError,
    MemoryStorageError,
    StalePlanError,
    UnknownCommitError,
)
from sayso.shell.store.bootstrap import DAMAGED, check_quickly
from sayso.shell.store.connection import leave_log, open_existing, open_private
from sayso.shell.store.statements import statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.core.plans import Plan, Value
    from sayso.shell.store.rows import Row

T = TypeVar("T")


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

    def rows(self, name: str, **params: Value) -> list[Row]:
        """Run one SELECT and give all its rows."""
        return self._connection.execute(statement(name), params).fetchall()

    def row(self, name: str, **params: Value) -> Row | None:
        """Run one SELECT and give its first row, or None."""
        rows = self.rows(name, **params)
        return rows[0] if rows else None

    def records(self, name: str, **params: Value) -> Iterator[dict[str, object]]:
        """Run one SELECT and give its rows one by one, by column name."""
        cursor = self._connection.execute(statement(name), params)
        for row in cursor:
            names = (column[0] for column in cursor.description)
            yield dict(zip(names, row, strict=True))

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


class Store:
    """A connection to one store file, with its health as found at opening."""

    def __init__(self, connection: apsw.Connection, path: Path | None, health: Health) -> None:
        """Take over an open connection; `path` is None for a store in memory."""
        self.path = path
        self.health = health
        self._connection = connection
        self._lock = RLock()
        self._process_id = os.getpid()

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        with self._lock:
            self._connection.close()

    def become(self, other: Store) -> None:
        """Go on as another open store, for everybody who holds this one; `other` is used up."""
        with self._lock:
            self._connection.close()
            self.path, self.health = other.path, other.health
            self._connection = other._connection

    def recheck(self) -> Health:
        """Look again at a store that was healthy: others may have damaged it since (A117)."""
        with self._lock, as_our_errors():
            if isinstance(self.health, Healthy):
                health = check_quickly(self._connection)
                if isinstance(health, Degraded):
                    self.degrade(health)
            return self.health

    def degrade(self, health: Degraded) -> None:
        """Let nothing ordinary happen any more, and touch neither file nor log from here on."""
        with self._lock:
            self.health = health
            leave_log(self._connection)

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """Read several statements from one snapshot."""
        with self._lock, as_our_errors():
            self._check_usable()
            self._connection.execute("BEGIN")
            try:
                yield Reading(self._connection)
            finally:
                self._roll_back()

    @contextmanager
    def snapshot(self) -> Iterator[Reading]:
        """Read from a private copy of one moment, however long the reading takes.

        Nobody waits for the reader: other threads may use this store, other processes may write,
        and the log can be moved into the file and cut.
        """
        with as_our_errors():
            with self._lock:
                self._check_usable()
            copy = self._copied()
            try:
                yield Reading(copy)
            finally:
                copy.close()

    def look(self, name: str, **params: Value) -> list[Row]:
        """Run a single SELECT without a transaction around it."""
        with self._lock, as_our_errors():
            self._check_usable()
            return Reading(self._connection).rows(name, **params)

    def transact(self, work: Callable[[Reading, Guarded], tuple[Plan, T]]) -> T:
        """Run `work` inside a write transaction, apply the plan it returns, and give its answer.

        An empty plan writes nothing. Raises StalePlanError when the plan no longer fits.
        """
        with self._lock, as_our_errors():
            self._check_usable()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                reading = Reading(self._connection)
                plan, answer = work(reading, reading.guard())
                if plan:
                    self._apply(plan)
                    self._connection.execute(statement("store/count_commit"))
                    self._commit()
                return answer
            finally:
                self._roll_back()

    def checkpoint(self) -> bool:
        """Move the log into the file and cut it, so that deleted text is gone from the disk.

        False where somebody else's reading stands in the way; the log is then cut when the last
        connection closes.
        """
        with self._lock, as_our_errors():
            try:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            return True

    def _copied(self) -> apsw.Connection:
        """Copy the whole store into a database without a name, which ends with its connection."""
        if self.path is None:
            with self._lock:
                return _copy_of(self._connection)
        source = open_existing(self.path)
        try:
            return _copy_of(source)
        finally:
            source.close()

    def _apply(self, plan: Plan) -> None:
        for write in plan:
            self._connection.execute(statement(write.statement), write.params)
            expected = write.expect_rows
            if expected is not None and self._connection.changes() != expected:
                raise StalePlanError(
                    f"{write.statement} changed {self._connection.changes()} rows, not {expected}",
                    "the state has moved on; look again and repeat",
                )

    def _commit(self) -> None:
        try:
            self._connection.execute("COMMIT")
        except apsw.BusyError:
            raise
        except apsw.Error as error:
            raise UnknownCommitError(
                f"the commit failed ({error}); the change may have been saved",
                "repeat with the same operation id: it is applied at most once",
            ) from error

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _check_usable(self) -> None:
        match self.health:
            case Healthy():
                pass
            case Degraded(findings=findings, remedy=remedy):
                raise MemorySchemaError(
                    f"the store is degraded: {findings[0]}", f"see 'sayso status'; {remedy}"
                )
        if os.getpid() != self._process_id:
            raise MemoryStorageError(
                "this store was opened by another process", "open it again after a fork"
            )


def _copy_of(source: apsw.Connection) -> apsw.Connection:
    """Copy page by page from one moment of a database."""
    copy = open_private()
    try:
        with copy.backup("main", source, "main") as backup:
            backup.step()
    except BaseException:
        copy.close()
        raise
    return copy


@contextmanager
def as_our_errors() -> Iterator[None]:
    """Turn what SQLite raises into our own tree."""
    try:
        yield
    except DAMAGED as error:
        raise MemorySchemaError(f"the store is damaged: {error}", RECOVER) from error
    except apsw.SQLError as error:
        raise MemorySchemaError(f"the store lacks what it must have: {error}", RECOVER) from error
    except apsw.FullError as error:
        raise MemoryStorageError("the disk is full", "free some space and repeat") from error
    except apsw.ReadOnlyError as error:
        raise MemoryStorageError("the store may not be written to", ALLOW_WRITING) from error
    except apsw.BusyError as error:
        raise MemoryStorageError(
            "another process holds the store", "repeat; if it lasts, find the process"
        ) from error
    except apsw.Error as error:
        raise MemoryStorageError(f"SQLite failed: {error}", "nothing was written") from error
