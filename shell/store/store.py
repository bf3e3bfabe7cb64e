"""One open store: guarded reads, and transactions that run a plan whole or not at all.

A transaction is short, begins IMMEDIATE, reads what a plan needs, runs the plan's writes in
order and rolls back when one changes another number of rows than the plan expects. An error at
COMMIT is reported as unknown, because it may have been saved.
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

import apsw

from sayso.core import limits
from sayso.core.recent import let_go
from sayso.shell.errors import (
    MemorySchemaError,
    MemoryStorageError,
    SaysoError,
    UnknownCommitError,
)
from sayso.shell.store.bootstrap import check_catalogue
from sayso.shell.store.connection import open_existing, open_private, waiting_at_most
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.files import has_log
from sayso.shell.store.link import Link, raise_degraded
from sayso.shell.store.reading import Reading
from sayso.shell.store.transactions import apply_plan, commit_plan, repeatable, run_chains

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sayso.core.outcome import Result
    from sayso.core.plans import Value
    from sayso.shell.store.reading import Work
    from sayso.shell.store.rows import Row

T = TypeVar("T")


class Store(Link):
    """What is read and written through the connection to a store.

    `owes_cut` tells that deleted text may still be in the log, because others were reading.
    """

    owes_cut = False

    def close(self) -> None:
        """End the use of this store for good; a second call does nothing."""
        self._pay_cut()
        super().close()

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """Read several statements from one snapshot."""
        with self._using():
            self._check_usable()
            self._connection.execute("BEGIN")
            try:
                yield Reading(self._connection)
            except apsw.Error:
                raise
            except Exception:  # rows of a newer version may make no sense
                self._check_edition()
                raise
            else:
                self._check_edition()
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
                raise_degraded(check_catalogue(copy))
                yield Reading(copy)
            finally:
                copy.close()

    def look(self, name: str, **params: Value) -> list[Row]:
        """Run a single SELECT."""
        with self.reading() as reading:
            return reading.rows(name, **params)

    def transact_chains(
        self, chains: Sequence[Sequence[Work[T]]]
    ) -> tuple[tuple[Result[T, Exception], ...], ...]:
        """Run several works in one transaction, each whole or not at all.

        A work that raises or whose plan does not fit any more changes nothing and is the last of
        its chain; the others stand. Each has to find out by itself whether it was done before.
        What SQLite raises undoes them all and is raised, and so is what is wrong with the store.
        """

        def run() -> tuple[tuple[Result[T, Exception], ...], ...]:
            return self._commit_what(lambda reading: run_chains(self._connection, reading, chains))

        with self._lock:
            try:
                answers = run()
            except UnknownCommitError as unknown:
                answers = self._settle(run, unknown)
            self._pay_cut()
            return answers

    def transact(self, work: Work[T], *, is_repeatable: bool = False) -> T:
        """Run `work` inside a write transaction, apply the plan it returns, and give its answer.

        An empty plan writes nothing. Raises StalePlanError when the plan no longer fits, and
        UnknownCommitError when the commit failed. Before that, work that finds out by itself
        whether it was done before (by an operation id, a state, a key) runs once more, on a new
        connection.
        """
        with self._lock:
            try:
                answer = self._transact(work)
            except UnknownCommitError as unknown:
                if not is_repeatable:
                    raise
                answer = self._settle(lambda: self._transact(work), unknown)
            self._pay_cut()
            return answer

    def _transact(self, work: Work[T]) -> T:
        def apply(reading: Reading) -> tuple[bool, T]:
            plan, answer = work(reading, reading.guard())
            apply_plan(self._connection, plan)
            return bool(plan), answer

        return self._commit_what(apply)

    def _commit_what(self, apply: Callable[[Reading], tuple[bool, T]]) -> T:
        """Run what writes inside a transaction, and commit where it tells that it has written."""
        with self._using():
            self._check_usable()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._check_edition()
                has_written, answer = apply(Reading(self._connection))
                if has_written:
                    standing = commit_plan(self._connection)
                    self._data_version = self._connection.data_version()
                    if self.beside is not None:
                        self.beside.witness.note(*standing)
                return answer
            except UnknownCommitError:
                self.drop()
                raise
            finally:
                self._roll_back()

    def _settle(self, run: Callable[[], T], unknown: UnknownCommitError) -> T:
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
            answer = run()
            with self._using():
                self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except (MemorySchemaError, MemoryStorageError) as again:
            raise repeatable(unknown) from again
        return answer

    def checkpoint(self) -> bool:
        """Move the log into the file and cut it, so that deleted text is gone from the disk.

        False where somebody else's reading stands in the way for two seconds: as long as this
        lasts, nobody can write. The log is then cut after a later transaction, by a worker that
        has nothing else to do, or when the last connection closes.
        """
        self.owes_cut = True
        let_go()
        return self._cut(limits.CUT_DEADLINE_US)

    def _pay_cut(self) -> None:
        if self.owes_cut:
            self.cut_idly()

    def cut_idly(self) -> None:
        """Cut the log where there is one and nobody is in the way just now.

        What texts came to is let go as well: it may be of deleted text.
        """
        let_go()
        if self.path is None or not has_log(self.path):
            self.owes_cut = False
            return
        with suppress(SaysoError):  # a courtesy; whatever lasts shows itself elsewhere
            self._cut(0)

    def _cut(self, wait_us: int) -> bool:
        with self._using():
            self._check_usable()
            try:
                with waiting_at_most(self._connection, wait_us):
                    self._connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                return False
            finally:
                if self.beside is not None:
                    self.beside.witness.sync()
            self.owes_cut = False
            return True

    def copy_into(
        self, target: apsw.Connection, report: Callable[[int, int], None] | None = None
    ) -> None:
        """Copy the whole store, page by page and of one moment, into another database.

        `report` sees how many pages are done, and of how many.
        """
        with as_our_errors(self.path):
            with self._lock:
                self._check_usable()
                if self.path is None:
                    with target.backup("main", self._connection, "main") as backup:
                        backup.step()
                    return
            source = open_existing(self.path)
            try:
                _copy_pages(source, target, report)
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


def _copy_pages(
    source: apsw.Connection, target: apsw.Connection, report: Callable[[int, int], None] | None
) -> None:
    """Copy some pages at a time, so that a signal is heard; a reading holds the moment."""
    source.execute("BEGIN")
    Reading(source).rows("store/header")
    with target.backup("main", source, "main") as backup:
        while not backup.done:
            backup.step(limits.COPY_STEP_PAGES)
            if report is not None:
                report(backup.page_count - backup.remaining, backup.page_count)
