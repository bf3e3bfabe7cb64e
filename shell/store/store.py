"""One open store: guarded reads, and transactions that run a plan whole or not at all.

A transaction is short, begins IMMEDIATE, reads what a plan needs, runs the plan's writes in
order and rolls back when one changes another number of rows than the plan expects. An error at
COMMIT is reported as unknown, because it may have been saved.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

import apsw

from sayso.core.catalog import Degraded, Health, Healthy
from sayso.shell.errors import (
    DamagedTextError,
    MemorySchemaError,
    MemoryStorageError,
    RefusedError,
    SaysoError,
    UnknownCommitError,
)
from sayso.shell.store.bootstrap import check_catalogue, check_quickly
from sayso.shell.store.connection import leave_log, open_existing, open_private
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.judging import judge_by_mark
from sayso.shell.store.reading import Reading
from sayso.shell.store.statements import statement
from sayso.shell.store.transactions import apply_plan, commit_plan, repeatable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sayso.core.plans import Value
    from sayso.shell.store.beside import Beside
    from sayso.shell.store.reading import Work
    from sayso.shell.store.rows import Row

T = TypeVar("T")


class Store:
    """A connection to one store file, with its health as found at opening."""

    def __init__(
        self,
        connection: apsw.Connection,
        path: Path | None,
        health: Health,
        beside: Beside | None = None,
    ) -> None:
        """Take over an open connection; `path` is None for a store in memory.

        Nothing stands beside a store in memory or a degraded one.
        """
        self.path = path
        self.beside = beside
        self._health = health
        self._reopen: Callable[[], Store] | None = None
        self._connection = connection
        self._is_closed = False
        self._is_dropped = False
        self._lock = RLock()
        self._process_id = os.getpid()
        self._edition: Row | None = None

    @property
    def health(self) -> Health:
        """The health as far as it is known."""
        self.check_open()
        return self._health

    def close(self) -> None:
        """End the use of this store for good; a second call does nothing."""
        with self._lock:
            self._is_closed = True
            self._connection.close(True)
            self._leave()

    def reopen_by(self, reopen: Callable[[], Store]) -> None:
        """Say how the store is judged and opened anew; a store in memory never is."""
        self._reopen = reopen

    def check_open(self) -> None:
        """Raise RefusedError once the store is closed."""
        if self._is_closed:
            raise RefusedError("this memory is closed", "open it again")

    def drop(self) -> None:
        """Let the connection go; the next use judges the store anew and goes on with a new one.

        The log is left as it lies: what to make of it is for that judgement. A store in memory
        keeps its connection, since it has nothing else.
        """
        with self._lock:
            if self.path is None or self._is_closed:
                return
            if not self._is_dropped:
                self._is_dropped = True
                self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            self._connection.close(True)
            self._leave()

    def become(self, other: Store) -> None:
        """Go on as another open store, for everybody who holds this one; `other` is used up."""
        with self._lock:
            self._connection.close(True)
            self._leave()
            self.path, self._health = other.path, other.health
            self.beside = other.beside
            self._reopen = other._reopen
            self._connection = other._connection
            self._is_dropped = False
            self._edition = None

    def recheck(self) -> Health:
        """Look again at a store that was healthy: others may have damaged it since (A117)."""
        with self._using():
            self._go_on()
            if isinstance(self.health, Healthy):
                health = self._look_again()
                if isinstance(health, Degraded):
                    self.degrade(health)
            return self.health

    def degrade(self, health: Degraded) -> None:
        """Let nothing ordinary happen any more, and touch neither file nor log from here on."""
        with self._lock:
            self._health = health
            if not self._is_dropped:
                leave_log(self._connection)

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """Read several statements from one snapshot."""
        with self._using():
            self._check_usable()
            self._connection.execute("BEGIN")
            try:
                self._check_edition()
                yield Reading(self._connection)
            finally:
                self._roll_back()

    @contextmanager
    def snapshot(self) -> Iterator[Reading]:
        """Read from a private copy of one moment, however long the reading takes.

        Nobody waits for the reader: other threads may use this store, other processes may write,
        and the log can be moved into the file and cut.
        """
        with as_our_errors(self.path):
            with self._lock:
                self._check_usable()
            copy = self._copied()
            try:
                _raise_degraded(check_catalogue(copy))
                yield Reading(copy)
            finally:
                copy.close()

    def look(self, name: str, **params: Value) -> list[Row]:
        """Run a single SELECT."""
        with self.reading() as reading:
            return reading.rows(name, **params)

    def transact(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Run `work` inside a write transaction, apply the plan it returns, and give its answer.

        An empty plan writes nothing. Raises StalePlanError when the plan no longer fits, and
        UnknownCommitError when the commit failed. Before that, work that finds out by itself
        whether it was done before (by an operation id, a state, a key) runs once more, on a new
        connection.
        """
        with self._lock:
            try:
                return self._transact(work)
            except UnknownCommitError as unknown:
                if not is_repeatable:
                    raise
                return self._settle(work, unknown)

    def _transact(self, work: Work[T]) -> T:
        with self._using():
            self._check_usable()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._check_edition()
                reading = Reading(self._connection)
                plan, answer = work(reading, reading.guard())
                if plan:
                    apply_plan(self._connection, plan)
                    standing = commit_plan(self._connection)
                    if self.beside is not None:
                        self.beside.witness.note(*standing)
                return answer
            except UnknownCommitError:
                self.drop()
                raise
            finally:
                self._roll_back()

    def _settle(self, work: Work[T], unknown: UnknownCommitError) -> T:
        """Run work again that may have been saved; what it finds done is made durable.

        A commit whose sync failed can come back when the log is read anew. Moving it into the
        file writes it once more, and that sync is one to rely on.
        """
        try:
            with self._using():
                self._check_usable()
        except SaysoError as lost:
            raise repeatable(unknown) from lost
        try:
            answer = self._transact(work)
            with self._using():
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except (MemorySchemaError, MemoryStorageError) as again:
            raise repeatable(unknown) from again
        return answer

    def checkpoint(self) -> bool:
        """Move the log into the file and cut it, so that deleted text is gone from the disk.

        False where somebody else's reading stands in the way; the log is then cut when the last
        connection closes.
        """
        with self._using():
            self._check_usable()
            try:
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            finally:
                if self.beside is not None:
                    self.beside.witness.sync()
            return True

    def copy_into(self, target: apsw.Connection) -> None:
        """Copy the whole store, page by page and of one moment, into another database."""
        with as_our_errors(self.path):
            with self._lock:
                self._check_usable()
                if self.path is None:
                    _copy_pages(self._connection, target)
                    return
            source = open_existing(self.path)
            try:
                _copy_pages(source, target)
            finally:
                source.close()

    def _copied(self) -> apsw.Connection:
        """Copy the whole store into a database without a name, which ends with its connection."""
        copy = open_private()
        try:
            self.copy_into(copy)
        except BaseException:
            copy.close()
            raise
        return copy

    def _roll_back(self) -> None:
        if not self._is_dropped and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    @contextmanager
    def _using(self) -> Iterator[None]:
        """Use the connection alone; one through which the disk has failed is not used again."""
        with self._lock, as_our_errors(self.path):
            try:
                yield
            except apsw.IOError:
                self.drop()
                raise
            except DamagedTextError as error:
                self._note_damage(error)
                raise

    def _check_usable(self) -> None:
        self.check_open()
        if os.getpid() != self._process_id:
            raise MemoryStorageError(
                "this store was opened by another process", "open it again after a fork"
            )
        self._go_on()
        _raise_degraded(self.health)

    def _go_on(self) -> None:
        """Where the connection was dropped, judge the store anew and take a new connection.

        So it is where another file lies now where the store was: what is written into the old one
        is lost.
        """
        if self.beside is not None and not self._is_dropped and self.beside.has_moved():
            self.drop()
        if self._is_dropped and self._reopen is not None and isinstance(self.health, Healthy):
            self.become(self._reopen())

    def _look_again(self) -> Health:
        """Hold the open store against its contract and its mark once more."""
        if self.beside is None:
            return check_quickly(self._connection)
        self.beside.look_again()
        health = check_quickly(self._connection)
        return (
            health if isinstance(health, Degraded) else judge_by_mark(self._connection, self.beside)
        )

    def _note_damage(self, error: DamagedTextError) -> None:
        """Serve nothing any more once a text was not what was stored, nor let others do so."""
        if self.beside is not None:
            self.beside.note_damage()
        self.degrade(Degraded(findings=(error.message,), remedy=error.hint))

    def _leave(self) -> None:
        if self.beside is not None:
            self.beside.close()

    def _check_edition(self) -> None:
        """Compare the catalogue anew where somebody has changed it since: a newer Sayso may (J13).

        Two numbers of the file's header tell. What is found is not kept: an explicit clear by
        others may make the store one of ours again.
        """
        edition = self._connection.execute(statement("store/edition")).fetchall()[0]
        if edition != self._edition:
            _raise_degraded(check_catalogue(self._connection))
            self._edition = edition


def _raise_degraded(health: Health) -> None:
    if isinstance(health, Degraded):
        raise MemorySchemaError(
            f"the store is degraded: {health.findings[0]}", f"see 'sayso status'; {health.remedy}"
        )


def _copy_pages(source: apsw.Connection, target: apsw.Connection) -> None:
    with target.backup("main", source, "main") as backup:
        backup.step()
