"""Many processes, one of them running at a time, in an order that the tape decides.

The code under test is synchronous, so each simulated thread of control is a real thread; but the
right to run is handed over explicitly, at pauses. Nothing ever runs beside anything else, and no
real clock takes part. A process that is killed is never resumed: none of its code runs any more,
not even a `finally`. Only when the run has been judged are its threads let go, to end at once.
"""

from __future__ import annotations

import _thread
import fcntl
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

HANG_S = 60  # a hand-over that takes this long is a fault of the simulator itself


class Gone(BaseException):
    """Ends a thread whose process was killed, or whose run is over."""


@dataclass(eq=False)
class Process:
    """One simulated process: what dies together when it is killed."""

    name: str
    kind: str
    is_dead: bool = False
    connections: list[Any] = field(default_factory=list)
    locked: list[int] = field(default_factory=list)
    claims: dict[int, int] = field(default_factory=dict)
    read_generation: int = 0
    opened_at_tampering: int = 0
    is_degraded: bool = False

    def kill(self) -> None:
        """Vanish: open transactions are never committed, nothing is closed in good order."""
        if not self.is_dead:
            self.is_dead = True
            for connection in self.connections:
                connection.vanish()
            for descriptor in self.locked:
                with suppress(OSError):  # it has closed the file in good order
                    fcntl.flock(descriptor, fcntl.LOCK_UN)


@dataclass(eq=False)
class Task:
    """One thread of control of a process."""

    name: str
    process: Process
    number: int
    where: str = "start"
    wake_us: int = 0
    is_done: bool = False
    failure: BaseException | None = None
    deed: Any = None
    looked_us: int = 0
    is_settling: bool = False
    go: Any = field(default_factory=_thread.allocate_lock)


class Scheduler:
    """Hands the right to run from task to task."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.tasks: list[Task] = []
        self.current: Task | None = None
        self._back = _thread.allocate_lock()
        self._back.acquire()
        self._is_over = False
        self._last = 0

    def spawn(self, process: Process, name: str, body: Callable[[], None]) -> Task:
        """Add a task; it starts when it is chosen for the first time."""
        task = Task(name=name, process=process, number=len(self.tasks) + 1)
        task.go.acquire()
        self.tasks.append(task)
        # Bare threads: no tracing for coverage in here, which would take twice the time.
        _thread.start_new_thread(self._run_body, (task, body))
        return task

    def living(self) -> list[Task]:
        """Give every task that may ever run again, oldest first."""
        return [one for one in self.tasks if not (one.is_done or one.process.is_dead)]

    def choose(self, ready: list[Task], offset: int) -> Task:
        """Give the task that many places after the last one; 0 takes them in turn."""
        after = [at for at, one in enumerate(ready) if one.number > self._last]
        first = after[0] if after else 0
        return ready[(first + offset) % len(ready)]

    def run(self, task: Task) -> None:
        """Let a task run to its next pause; raises what it failed with."""
        self._last = task.number
        self._switch_to(task)
        if task.failure is not None:
            raise task.failure

    def pause(self, where: str, wake_us: int = 0) -> None:
        """Give the right to run back until chosen again; raises Gone when that never happens."""
        task = self.current
        if task is None:
            return
        self.check_alive()
        task.where, task.wake_us = where, wake_us
        self._wait(task)
        self.check_alive()

    def die(self) -> NoReturn:
        """Kill the running process where it stands."""
        task = self.current
        assert task is not None
        task.process.kill()
        if not self._is_over:
            self._wait(task)
        raise Gone

    def check_alive(self) -> None:
        """Raise Gone in a process that is dead: it touches nothing any more."""
        task = self.current
        if task is not None and (self._is_over or task.process.is_dead):
            raise Gone

    def end(self) -> None:
        """Let go of every thread, dead processes' too."""
        self._is_over = True
        for task in self.tasks:
            if not task.is_done:
                self._switch_to(task)

    def _switch_to(self, task: Task) -> None:
        self.current = task
        task.go.release()
        if not self._back.acquire(timeout=HANG_S):
            raise RuntimeError(f"{task.name} does not hand over at {task.where}")
        self.current = None

    def _wait(self, task: Task) -> None:
        self._back.release()
        task.go.acquire()

    def _run_body(self, task: Task, body: Callable[[], None]) -> None:
        task.go.acquire()
        try:
            if not (self._is_over or task.process.is_dead):
                body()
        except Gone:
            pass
        except BaseException as failure:  # noqa: BLE001 - it is raised where the task was run
            task.failure = None if self._is_over else failure
        finally:
            task.is_done = True
            self._back.release()
