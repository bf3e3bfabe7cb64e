"""Programs that are wrong in one way, and disks that lie: the loops over crashes must notice.

Each breaks one thing that durability rests on. The files are then judged by the program as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sayso.shell.store import connection as connections
from sayso.shell.store import opening, transactions
from sayso.shell.store import store as stores
from tests.faults.disk import SYNC
from tests.faults.recording import DARK, KILLED, TORN
from tests.faults.vfs import Recorder

if TYPE_CHECKING:
    from collections.abc import Callable

    import apsw
    import pytest

    from sayso.core.plans import Plan
    from tests.faults.disk import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """One wrong program or disk, the operation that shows it, and the ends that must."""

    name: str
    breaks: Callable[[pytest.MonkeyPatch], None]
    operation: str
    ends: frozenset[str]
    told: str


def _synchronous(mode: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Give a program that syncs less."""
    usual = connections.use_durable_wal

    def less(connection: apsw.Connection) -> None:
        usual(connection)
        connection.pragma("synchronous", mode)

    return lambda patch: patch.setattr(opening, "use_durable_wal", less)


def _in_two(patch: pytest.MonkeyPatch) -> None:
    """Give a program whose first write of a plan is a transaction of its own."""
    usual = transactions.apply_plan

    def apply(connection: apsw.Connection, plan: Plan) -> None:
        usual(connection, plan[:1])
        if len(plan) > 1:
            connection.execute("COMMIT")
            connection.execute("BEGIN IMMEDIATE")
            usual(connection, plan[1:])

    patch.setattr(stores, "apply_plan", apply)


def _lying_about(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Give a disk that says it has synced one file, and has not."""
    usual = Recorder.after

    def after(recorder: Recorder, event: Event) -> None:
        if (event.kind, event.name) != (SYNC, name):
            usual(recorder, event)

    return lambda patch: patch.setattr(Recorder, "after", after)


POWER: Final = frozenset({DARK, TORN})
LOST: Final = "neither old nor new"
WRONG: Final = (
    Wrong(
        name="synchronous=normal",
        breaks=_synchronous("normal"),
        operation="record",
        ends=POWER,
        told=LOST,
    ),
    Wrong(
        name="synchronous=off",
        breaks=_synchronous("off"),
        operation="record",
        ends=POWER,
        told=LOST,
    ),
    Wrong(
        name="a finish in two transactions",
        breaks=_in_two,
        operation="finish",
        ends=frozenset({KILLED, DARK, TORN}),
        told=LOST,
    ),
    Wrong(
        name="a checkpoint that does not sync the file",
        breaks=_lying_about("memory.db"),
        operation="conversation",
        ends=POWER,
        told=LOST,
    ),
    Wrong(
        name="a log that is never synced",
        breaks=_lying_about("memory.db-wal"),
        operation="record",
        ends=POWER,
        told=LOST,
    ),
)
