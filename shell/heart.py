"""Renews the leases of requests that still run, so that nobody takes a slow host for dead (A234).

One background thread per Memory while it has requests. It only moves leases on; a beat that fails
is tried again at the next one, and a lease that is lost is let go, since its owner may still end
the turn.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.shell.admitting import extend_lease
from sayso.shell.errors import SaysoError, StalePlanError
from sayso.shell.store.forking import watch_forks

if TYPE_CHECKING:
    from sayso.core.project.ending import Binding
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store

PAUSE_S: Final = limits.TURN_LEASE_US / limits.SECOND_US / 4


class Heart:
    """Keeps the leases of one Memory's running requests."""

    def __init__(self, store: Store, ports: Ports, pause_s: float = PAUSE_S) -> None:
        """Beat every `pause_s` seconds of real time while there is a request to keep."""
        self._store = store
        self._ports = ports
        self._pause_s = pause_s
        self._kept: dict[int, Binding] = {}
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        watch_forks(self)

    @property
    def fork_lock(self) -> threading.Lock:
        """The lock under which requests are kept and let go."""
        return self._guard

    def forsake(self) -> None:
        """Keep nothing in a forked child: the requests are its parent's, and so is the thread."""
        self._kept.clear()
        self._stop = threading.Event()
        self._thread = None

    @property
    def kept(self) -> frozenset[int]:
        """The numbers of the turns whose leases are renewed."""
        return frozenset(self._kept)

    @property
    def is_beating(self) -> bool:
        """Whether the background thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def keep(self, binding: Binding) -> None:
        """Renew this request's lease from now on."""
        with self._guard:
            self._kept[binding.turn_id] = binding
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="sayso-heart", daemon=True)
                self._thread.start()

    def let_go(self, binding: Binding) -> None:
        """Renew this request's lease no longer."""
        with self._guard:
            self._kept.pop(binding.turn_id, None)

    def stop(self) -> None:
        """End the background thread; a second call does nothing."""
        self._stop.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def beat(self) -> None:
        """Renew every kept lease once."""
        for binding in tuple(self._kept.values()):
            try:
                extend_lease(self._store, self._ports, binding, limits.TURN_LEASE_US)
            except StalePlanError:
                self.let_go(binding)
            except SaysoError:  # the next beat comes before the lease ends
                continue

    def _run(self) -> None:
        """Beat until stopped, or until a whole pause has passed without a request."""
        while not self._stop.wait(self._pause_s):
            with self._guard:
                if not self._kept:
                    self._thread = None
                    return
            self.beat()
