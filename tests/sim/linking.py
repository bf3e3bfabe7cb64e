"""Where the real core and shell meet the simulated world.

The statements, transactions, plans and files are the real ones. What is put in from here stands
at the edges: the clock and ids (ports), the connection class (it pauses where another process may
run, and brings the faults of a COMMIT), the lock between threads of one process, the heart's
thread and the waiting for a busy store, which never happens where one process runs at a time.
"""

from __future__ import annotations

import fcntl
import sys
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

import apsw
import pytest

import sayso.shell.store.connection as connection_module
from sayso.core.limits import SECOND_US
from sayso.shell.heart import PAUSE_S, Heart
from tests.own_home import VARIABLE
from tests.sim.leavings import unnoted_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sayso.core.project.ending import Binding
    from tests.sim.world import World


T = TypeVar("T")
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

    def step(self, pages: int = -1) -> bool:
        """Copy, whole or not at all; the first pages alone only take the lock."""
        if pages >= 0:
            return self._copy.step(pages)
        with self._target.committing(lambda: self._copy.close(True)):
            return self._copy.step(pages)


class SimulatedClock:
    """The machine's clock: it may be wrong and may jump; sleeping goes by true time."""

    def __init__(self, world: World) -> None:
        """Read the world's time."""
        self._world = world

    def now_us(self) -> int:
        task = self._world.scheduler.current
        if task is not None:
            task.looked_us = self._world.wall_us
        return self._world.wall_us

    def sleep_us(self, duration_us: int) -> None:
        self._world.sleep(duration_us)


class SimulatedHeart:
    """What takes the place of the heart's own thread: a task of the scheduler that beats."""

    world: ClassVar[World]

    @classmethod
    def keep(cls, heart: Heart, binding: Binding) -> None:
        """Renew this request's lease from now on."""
        heart._kept[binding.turn_id] = binding  # noqa: SLF001 - its thread is what is replaced
        if len(heart.kept) == 1:
            cls.world.spawn_heart(lambda: cls._beat_on(heart))

    @classmethod
    def _beat_on(cls, heart: Heart) -> None:
        while True:
            cls.world.sleep(round(PAUSE_S * SECOND_US))
            if heart._stop.is_set() or not heart.kept:  # noqa: SLF001 - as above
                return
            heart.beat()


class TaskLock:
    """A reentrant lock between the tasks of one process."""

    world: ClassVar[World]

    def __init__(self) -> None:
        """Begin unlocked."""
        self._owner: object = None
        self._depth = 0

    def __enter__(self) -> None:
        """Wait until no other task of the process is inside."""
        scheduler = self.world.scheduler
        me = scheduler.current or scheduler
        while self._depth and self._owner is not me:
            scheduler.pause("lock")
        self._owner = me
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        """Let the next one in."""
        self._depth -= 1


class _Locks(SimpleNamespace):
    """The module of file locks: whoever waits lets others run, and the dead hold nothing."""

    def __init__(self, world: World) -> None:
        super().__init__(world=world)

    def __getattr__(self, name: str) -> object:
        return getattr(fcntl, name)

    def flock(self, descriptor: int, operation: int) -> None:
        """Lock as told, for as long as the process lives."""
        while True:
            self.world.scheduler.check_alive()
            try:
                fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
            except BlockingIOError:
                if operation & fcntl.LOCK_NB:
                    raise
                self.world.scheduler.pause("lock")
            else:
                self.world.running.locked.append(descriptor)
                return


class NeverWait:
    """Takes the place of the busy handler: a store is never busy for long here."""

    def __call__(self, attempt: int) -> bool:
        return False


def bound(kind: type[T], world: World) -> type[T]:
    """Give a class of the above that belongs to one world."""
    return type(kind.__name__, (kind,), {"world": world})


@contextmanager
def linked(world: World) -> Iterator[None]:
    """Let the production code run in a simulated world."""
    driver = _Driver(bound(Linked, world))
    lock, heart = bound(TaskLock, world), bound(SimulatedHeart, world)

    def keep(kept_by: Heart, binding: Binding) -> None:
        heart.keep(kept_by, binding)

    places: list[tuple[Any, str, Any]] = [
        (Heart, "keep", keep),
        (connection_module, "_BusyWait", NeverWait),
    ]
    for name, module in sorted(sys.modules.items()):
        if name.startswith("sayso.shell."):
            places += [(module, "apsw", driver)] if hasattr(module, "apsw") else []
            places += [(module, "RLock", lock)] if hasattr(module, "RLock") else []
            places += [(module, "fcntl", _Locks(world))] if hasattr(module, "fcntl") else []
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
