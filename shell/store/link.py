"""The connection to a store: whether it may be used, and how it is judged anew and replaced.

A connection is dropped when the disk failed under it, when nobody knows what a commit came to, and
when another file lies where the store was. The next use judges the store anew.
"""

from __future__ import annotations

import os
from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING, Self

import apsw

from sayso.core.catalog import Degraded, Health, Healthy
from sayso.core.recent import let_go
from sayso.shell.errors import (
    DamagedTextError,
    MemorySchemaError,
    MemoryStorageError,
    RefusedError,
)
from sayso.shell.store.bootstrap import check_catalogue, check_quickly
from sayso.shell.store.connection import leave_log
from sayso.shell.store.faults import our_error
from sayso.shell.store.forking import watch_forks
from sayso.shell.store.judging import judge_by_mark
from sayso.shell.store.statements import statement
from sayso.shell.store.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from pathlib import Path
    from types import TracebackType

    from sayso.shell.store.beside import Beside
    from sayso.shell.store.rows import Row
    from sayso.shell.store.witness import Seen


class Link:
    """A connection to one store file, with its health, dropped and renewed as need be."""

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
        self._reopen: Callable[[], Self] | None = None
        self._connection = connection
        self._is_closed = False
        self._is_dropped = False
        self._lock = RLock()
        self._process_id = os.getpid()
        self._edition: Row | None = None
        self._data_version: int | None = None
        self._judged_by = self._mark_when_degraded()
        watch_forks(self)

    @property
    def fork_lock(self) -> AbstractContextManager[object]:
        """The lock under which the connection is used."""
        return self._lock

    def forsake(self) -> None:
        """Close what a forked child inherited, without a word to file and log (T06)."""
        self._is_dropped = True
        with suppress(apsw.ConnectionClosedError):
            self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._connection.close(True)
        self._leave()

    @property
    def health(self) -> Health:
        """The health as far as it is known."""
        self.check_open()
        return self._health

    def close(self) -> None:
        """End the use of this store for good; a second call does nothing."""
        with self._lock:
            self._is_closed = True
            with suppress(apsw.Error):  # what was not moved into the file stays in the log
                self._connection.close()
            self._leave()

    def reopen_by(self, reopen: Callable[[], Self]) -> None:
        """Say how the store is judged and opened anew; a store in memory never is."""
        self._reopen = reopen

    @property
    def is_closed(self) -> bool:
        """Whether its use has ended."""
        return self._is_closed

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

    def become(self, other: Self) -> None:
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
            self._data_version = None
            self._judged_by = other._judged_by

    def recheck(self) -> Health:
        """Look again at a store that was healthy: others may have damaged it since (A117)."""
        with self._using():
            self.check_open()
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
            self._judged_by = self._mark_when_degraded()
            if not self._is_dropped:
                leave_log(self._connection)

    def _using(self) -> _Use:
        """Use the connection alone; one through which the disk has failed is not used again."""
        return _Use(self)

    def enter(self) -> None:
        """Begin a use, as `_using` does."""
        self._lock.__enter__()

    def leave(self, error: BaseException | None) -> None:
        """End a use; raises one of our own errors in the place of one of SQLite's."""
        try:
            if error is None:
                return
            if isinstance(error, apsw.IOError):
                self.drop()
            elif isinstance(error, DamagedTextError):
                self._note_damage(error)
            ours = our_error(error, "" if self.path is None else f" ({self.path})")
            if ours is not None:
                raise ours from error
        finally:
            self._lock.__exit__(None, None, None)

    def _check_usable(self) -> None:
        self.check_open()
        self._go_on()
        raise_degraded(self.health)

    def _go_on(self) -> None:
        """Where the connection was dropped, judge the store anew and take a new connection.

        A degraded store is judged anew once others have found a way to write to it.

        So it is where another file lies now where the store was: what is written into the old one
        is lost. Raises MemoryStorageError in a forked child, which has to open a store of its own.
        """
        if os.getpid() != self._process_id:
            raise MemoryStorageError(
                "this store was opened by another process", "open it again after a fork"
            )
        if self._reopen is not None and self._judged_by != self._mark_when_degraded():
            self.become(self._reopen())
        if self.beside is not None and not self._is_dropped and self.beside.has_moved():
            self.drop()
        if self._is_dropped and self._reopen is not None and isinstance(self.health, Healthy):
            self.become(self._reopen())

    def _mark_when_degraded(self) -> Seen | None:
        """Give the mark of a degraded store: another one tells that it was cleared, or accepted."""
        if self.path is None or isinstance(self._health, Healthy):
            return None
        return Witness(self.path).read()

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

        Call it once the transaction has read: SQLite then counts what others have committed, and
        after that two numbers of the file's header tell. What is found is not kept: an explicit
        clear by others may make the store one of ours again. What others have committed may be
        that something is forgotten, so no words that are kept stay.
        """
        version = self._connection.data_version()
        if version == self._data_version:
            return
        let_go()
        edition = self._connection.execute(statement("store/edition")).fetchall()[0]
        if edition != self._edition:
            raise_degraded(check_catalogue(self._connection))
        self._edition, self._data_version = edition, version


class _Use:
    """One use of a link's connection; a generator would cost each transaction more."""

    __slots__ = ("_link",)

    def __init__(self, link: Link) -> None:
        """Stand before it."""
        self._link = link

    def __enter__(self) -> None:
        """Begin it."""
        self._link.enter()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        del kind, trace
        self._link.leave(error)


def raise_degraded(health: Health) -> None:
    """Raise MemorySchemaError for a store that may not be used."""
    if isinstance(health, Degraded):
        raise MemorySchemaError(
            f"the store is degraded: {health.findings[0]}", f"see 'sayso status'; {health.remedy}"
        )
