"""What takes the place of the world's edges in a simulated run: clock, heart, locks, waiting."""

from __future__ import annotations

import fcntl
from types import SimpleNamespace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from sayso.core.limits import SECOND_US
from sayso.shell.heart import PAUSE_S

if TYPE_CHECKING:
    from sayso.core.project.ending import Binding
    from sayso.shell.heart import Heart
    from tests.sim.world import World

T = TypeVar("T")


class SimulatedClock:
    """The machine's clock: it may be wrong and may jump; sleeping goes by true time."""

    def __init__(self, world: World) -> None:
        """Read the world's time."""
        self._world = world

    def now_us(self) -> int:
        task = self._world.scheduler.current
        if task is not None and not task.is_settling:
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


class FileLocks(SimpleNamespace):
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

    def __init__(self, *_limit_us: int) -> None:
        """Take any limit."""

    def __call__(self, attempt: int) -> bool:
        return False


def bound(kind: type[T], world: World) -> type[T]:
    """Give a class of the above that belongs to one world."""
    return type(kind.__name__, (kind,), {"world": world})
