"""The disk fails under a running program, at every operation on its files (S04, S06, S07, S08)."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING, Final

import pytest

from tests.faults.injecting import Fault, faults_of, operations_of, trial_faults, tried
from tests.faults.scenes import BY_NAME, Operation, Scene
from tests.faults.statements import states_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.disk import Event
    from tests.faults.places import Folders

# A failing last checkpoint of a close is not among them: SQLite tells nobody of it, and what is
# saved is in the log. `python -m tests.faults.crashes` tries every operation and every fault.
TRIED: Final = ("create", "finish", "record", "claim, extract", "forget", "clear", "restore")
MOST: Final = 24
LOG_DELETED: Final = ("delete", "memory.db-wal")


def some_faults(events: list[Event]) -> Iterator[Fault]:
    """Give a few faults of every kind, spread over the whole act; once and lasting take turns."""
    every = list(faults_of(events))
    # The step shares no factor with the number of faults of one operation, so all kinds come up.
    step = max(1, len(every) // MOST) | 1
    lasts = cycle((False, True))
    for fault in islice(every, 0, None, step):
        yield Fault(kind=fault.kind, at=fault.at, lasts=next(lasts))


@pytest.mark.parametrize("name", TRIED)
def test_a_failing_disk_leaves_old_or_new_and_lets_go_on(name: str, folders: Folders) -> None:
    """No space, an error and half a write, once and from then on: the act is done or raises an
    error of our tree; a kill just then would leave old or new; once the disk is well the next turn
    is stored exactly once, nothing is doubled, and nobody was told that nothing was written where
    something was.
    """
    operation: Operation = BY_NAME[name]
    states = states_of(Scene(folders.fresh(), operation), operation)
    events = operations_of(folders, operation)
    place = folders.fresh()
    faults, errors = [], 0
    for fault in some_faults(events):
        trial = tried(folders, operation, fault, place)
        errors += trial.error is not None
        faults += trial_faults(trial, states, operation)
    assert faults == []
    assert errors


def test_a_commit_whose_sync_failed_is_done_once_under_its_operation_id(folders: Folders) -> None:
    """The last sync of a recorded turn fails: the turn is looked up on another connection and is
    there once, with no error told (S06).
    """
    operation = BY_NAME["record"]
    states = states_of(Scene(folders.fresh(), operation), operation)
    events = operations_of(folders, operation)
    last = max(at for at, event in enumerate(events) if event.kind == "sync")
    trial = tried(folders, operation, Fault(kind="error", at=last, lasts=False), folders.fresh())
    assert trial.error is None
    assert trial_faults(trial, states, operation) == []


def test_a_log_that_cannot_be_put_away_does_not_undo_what_a_clear_says(folders: Folders) -> None:
    """A damaged memory was cleared and only the deletion of its log fails: the clear is done."""
    operation = BY_NAME["clear damaged"]
    states = states_of(Scene(folders.fresh(), operation), operation)
    events = operations_of(folders, operation)
    first = next(at for at, one in enumerate(events) if (one.kind, one.name) == LOG_DELETED)
    trial = tried(folders, operation, Fault(kind="error", at=first, lasts=False), folders.fresh())
    assert trial.error is None
    assert trial_faults(trial, states, operation) == []
