"""A worker in a thread of its own, for a host that lives and wants memory to keep up with it.

    with memory.background():
        ...                     # turn by turn, while finished turns become memory
    report = memory.work()      # the drain at exit: what failed waits for the next start

It works by the natural schedule and outlives every fault of a job, a model or the store (A241).
"""

from __future__ import annotations

import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, Self

from sayso.core import limits
from sayso.shell.store.forking import watch_forks

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import TracebackType

    from sayso.shell.worker import Step, Worker

POLL_S: Final = limits.WORKER_POLL_US / limits.SECOND_US
STOP_MAX_S: Final = limits.MODEL_DEADLINE_US / limits.SECOND_US


class Background:
    """One watching worker, from `start` to `stop`; used as a `with` block it does both."""

    def __init__(
        self, worker: Worker, report: Callable[[Step], None] | None = None, poll_s: float = POLL_S
    ) -> None:
        """Tell `report` of every step, from the worker's thread; it looks every `poll_s` seconds.

        An exception of `report` ends the work; it is the host's own.
        """
        self._worker = worker
        self._report = report or (lambda _step: None)
        self._poll_s = poll_s
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        watch_forks(self)

    @property
    def fork_lock(self) -> AbstractContextManager[object]:
        """Nothing here is done under a lock."""
        return nullcontext()

    def forsake(self) -> None:
        """Have no thread in a forked child, which inherited none."""
        self._stop = threading.Event()
        self._thread = None

    def __enter__(self) -> Self:
        """Work while the block lasts."""
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop working, whatever happened in the block."""
        self.stop()

    @property
    def is_working(self) -> bool:
        """Whether the thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def start(self) -> None:
        """Begin; a second call while it works does nothing."""
        if self.is_working:
            return
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, name="sayso-worker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop after the step at hand; a second call does nothing.

        A step may wait for a model, so this takes up to 60 s (A294). What is not done by then is
        left to its lease and the next start.
        """
        self._stop.set()
        if self._thread is not None:
            self._thread.join(STOP_MAX_S)

    def _run(self) -> None:
        self._worker.watch(self._stop.is_set, self._report, lambda: self._stop.wait(self._poll_s))
