"""Where the real core and shell meet the simulated world.

The statements, transactions, plans and files are the real ones. What is put in from here stands
at the edges: the clock and ids (ports), the connection class (it pauses where another process may
run, and brings the faults of a COMMIT), the lock between threads of one process, the heart's
thread and the waiting for a busy store, which never happens where one process runs at a time.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import apsw
import pytest

import sayso.shell.store.connection as connection_module
from sayso.shell.heart import Heart
from sayso.shell.store.store import Store
from tests.own_home import VARIABLE
from tests.sim.edges import FileLocks, NeverWait, SimulatedHeart, TaskLock, bound
from tests.sim.leavings import unnoted_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sayso.core.project.ending import Binding
    from tests.sim.world import World


DEFAULT_FLAGS = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE


class Linked(apsw.Connection):
    """A real connection that pauses at the borders of transactions and can be cut off."""

    world: ClassVar[World]

    def __init__(self, filename: str, flags: int = DEFAULT_FLAGS) -> None:
        """Open as told, and belong to the process that runs."""
        self.world.scheduler.check_alive()
        super().__init__(filename, flags=flags)
        self._is_store = filename == str(self.world.path)
        self._process = self.world.running
        self._owed: tuple[str, int] | None = None
        self._process.connections.append(self)

    def vanish(self) -> None:
        """Go as a killed process goes: nothing is written, the log stays as it is."""
        if self._is_store:
            self.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        super().close(True)

    def close(self, force: bool = False) -> None:
        """Close in good order, unless the process is dead already."""
        self.world.scheduler.check_alive()
        self._check_noted()
        super().close(force)
        if self in self._process.connections:
            self._process.connections.remove(self)

    def execute(  # type: ignore[override]  # the production code gives no more than these
        self, statements: str, bindings: apsw.Bindings | None = None
    ) -> apsw.Cursor:
        """Run statements; before a transaction, and at its COMMIT, others may run."""
        world = self.world
        world.scheduler.check_alive()
        self._check_noted()
        if self._is_store:
            if statements == "BEGIN IMMEDIATE":
                world.scheduler.pause("begin")
            elif statements == "BEGIN":
                world.scheduler.pause("read")
                self._process.read_generation = world.judge.generation
            elif statements == "COMMIT":
                return self._commit()
            elif statements == "VACUUM":
                world.note_reset()
            elif world.is_exporting and world.tape.draw(4) == 1:
                world.scheduler.pause("export")
        return super().execute(statements, bindings)

    def wal_checkpoint(
        self, dbname: str | None = None, mode: int = apsw.SQLITE_CHECKPOINT_PASSIVE
    ) -> tuple[int, int]:
        """Move the log; others may have come in between."""
        self.world.scheduler.pause("checkpoint")
        return super().wal_checkpoint(dbname, mode)

    def pragma(  # type: ignore[override]  # as above
        self, name: str, *value: apsw.SQLiteValue
    ) -> object:
        """Set a pragma; syncing is left out, since only processes die here, never the disk."""
        self.world.scheduler.check_alive()
        return super().pragma(name, *(("off",) if name == "synchronous" else value))

    def backup(  # type: ignore[override]  # what is given back does as a backup does
        self, databasename: str, sourceconnection: apsw.Connection, sourcedatabasename: str
    ) -> apsw.Backup | _Copy:
        """Put another database in the place of this one: that is one transaction, too."""
        self.world.scheduler.pause("begin" if self._is_store else "copy")
        copy = super().backup(databasename, sourceconnection, sourcedatabasename)
        return _Copy(self, copy) if self._is_store else copy

    def _commit(self) -> apsw.Cursor:
        with self.committing(lambda: super(Linked, self).execute("ROLLBACK")):
            return super().execute("COMMIT")

    def _check_noted(self) -> None:
        """Whoever has committed and lives has told the mark before he does anything else."""
        if self._owed is not None:
            owed, self._owed = self._owed, None
            self.world.judge.faults += unnoted_faults(self.world, owed)

    @contextmanager
    def committing(self, give_up: Callable[[], object]) -> Iterator[None]:
        """Let a commit happen, with what may befall it before and after."""
        world = self.world
        fault = world.draw_commit_fault()
        if fault == "crash_before_commit":
            world.scheduler.die()
        if fault in ("disk_full", "unknown_lost"):
            give_up()
            full = fault == "disk_full"
            raise apsw.FullError("disk is full") if full else apsw.IOError("fsync failed")
        yield
        before = world.judge.rows
        world.note_commit(self._process)
        meta = None if world.judge.rows is before else world.judge.rows.meta
        if fault == "crash_after_commit":
            world.scheduler.die()
        if fault == "unknown_saved":
            raise apsw.IOError("fsync failed")
        world.scheduler.pause("commit")
        if meta is not None and meta.commits:  # a store that was just made is still to be judged
            self._owed = (meta.store_id, meta.commits)


class _Copy:
    """A copy under way into a store; its last step commits it."""

    def __init__(self, target: Linked, copy: apsw.Backup) -> None:
        self._target = target
        self._copy = copy

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._copy.close(True)

    def close(self, force: bool = False) -> None:
        """End the copying."""
        self._copy.close(force)

    def finish(self) -> None:
        """End the copying; an error of it counts."""
        self._copy.finish()

    def step(self, pages: int = -1) -> bool:
        """Copy, whole or not at all; the first pages alone only take the lock."""
        if pages >= 0:
            return self._copy.step(pages)
        with self._target.committing(lambda: self._copy.close(True)):
            return self._copy.step(pages)


@contextmanager
def linked(world: World) -> Iterator[None]:
    """Let the production code run in a simulated world."""
    driver = _Driver(bound(Linked, world))
    lock, heart = bound(TaskLock, world), bound(SimulatedHeart, world)

    def keep(kept_by: Heart, binding: Binding) -> None:
        heart.keep(kept_by, binding)

    def settle(store: Store, *told: object) -> object:
        """Run what is unknown once more: it goes by the clock as it was looked at before."""
        task = world.scheduler.current
        if task is None:
            return run_again(store, *told)
        task.is_settling = True
        try:
            return run_again(store, *told)
        finally:
            task.is_settling = False

    run_again: Callable[..., object] = vars(Store)["_settle"]
    places: list[tuple[Any, str, Any]] = [
        (Heart, "keep", keep),
        (Store, "_settle", settle),
        (connection_module, "_BusyWait", NeverWait),
    ]
    for name, module in sorted(sys.modules.items()):
        if name.startswith("sayso.shell."):
            places += [(module, "apsw", driver)] if hasattr(module, "apsw") else []
            places += [(module, "RLock", lock)] if hasattr(module, "RLock") else []
            places += [(module, "fcntl", FileLocks(world))] if hasattr(module, "fcntl") else []
    # Ids are the same in every world, so each has stores of its own that are known.
    home = str(world.path.parents[1] / "home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, home)
        for place, name, value in places:
            patch.setattr(place, name, value)
        yield


class _Driver(SimpleNamespace):
    """The driver's module with another class of connections."""

    def __init__(self, connection: type) -> None:
        super().__init__(Connection=connection)

    def __getattr__(self, name: str) -> object:
        return getattr(apsw, name)
