"""What a fork does to those who hold a connection or a thread (T06).

A child inherits the memory of a connection but none of its locks: SQLite would take it for locked,
also under a new connection to the same file. And it inherits the locks of other threads, but not
the threads. So nobody is in the middle of anything while the process forks, and in the child
everything inherited is let go of at once: closed without a word to the file, which stays the
parent's. What the child does with it afterwards is refused.

A thread may also have been in the middle of an import, as much is loaded only once it is needed.
Python hands that module's lock down as held, and whoever imports it in the child would wait
forever; so the child forgets modules half loaded by others, and loads them anew.
"""

from __future__ import annotations

import os
import sys
import threading
from importlib import _bootstrap
from typing import TYPE_CHECKING, Protocol
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager


class Forked(Protocol):
    """Somebody with something that must not be shared with a child."""

    @property
    def fork_lock(self) -> AbstractContextManager[object]:
        """Give the lock under which it works."""

    def forsake(self) -> None:
        """Let go of what was inherited, in the child."""


_alive: WeakSet[Forked] = WeakSet()
_held: list[Forked] = []
_forking = threading.RLock()  # one fork after another
_joining = threading.Lock()  # held while somebody joins or is counted, never together with others


def watch_forks(one: Forked) -> None:
    """Let somebody know of forks from now on."""
    with _joining:
        _alive.add(one)


def _before() -> None:
    _forking.acquire()
    with _joining:
        everybody = sorted(_alive, key=id)
    for one in everybody:
        one.fork_lock.__enter__()
        _held.append(one)


def _after() -> None:
    while _held:
        _held.pop().fork_lock.__exit__(None, None, None)
    _forking.release()


def _after_in_child() -> None:
    global _joining  # noqa: PLW0603 - another thread may have held it, and is not here to let go
    _joining = threading.Lock()
    _forget_half_loaded()
    for one in _held:
        one.forsake()
    _after()


def _forget_half_loaded() -> None:
    """Take modules that other threads were loading out of Python's books.

    Only the import system of CPython knows of them, and that in private; without its books there
    is nothing to mend. A fork waits for the lock of the books, so they are whole.
    """
    locks: dict[str, Callable[[], object]] = getattr(_bootstrap, "_module_locks", {})
    mine = threading.get_ident()
    for name, found in list(locks.items()):
        if getattr(found(), "owner", None) not in {None, mine}:
            del locks[name]
            sys.modules.pop(name, None)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after, after_in_child=_after_in_child)
