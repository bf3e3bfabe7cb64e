"""The check of a whole file by a worker, for a store that is too large to be checked at opening."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from sayso.core.catalog import Degraded
from sayso.shell.store.connection import open_existing
from sayso.shell.store.faults import as_our_errors
from sayso.shell.store.judging import check_thoroughly

if TYPE_CHECKING:
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store


def check_if_due(store: Store, ports: Ports) -> bool:
    """Check a large store as a whole unless that was done a short while ago; True when it was.

    The file is read through a connection of its own: nobody waits for it. A store that is found
    damaged serves nothing from then on.
    """
    path, beside, now_us = store.path, store.beside, ports.clock.now_us()
    with as_our_errors():
        if path is None or beside is None or not beside.is_check_due(now_us):
            return False
        with closing(open_existing(path)) as connection:
            health = check_thoroughly(connection, beside, now_us)
    if isinstance(health, Degraded):
        store.degrade(health)
    return True
