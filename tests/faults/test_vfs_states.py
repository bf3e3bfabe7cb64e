"""Every state that a kill or a loss of power leaves on the disk opens as old or new (S02, S03)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from sayso.shell.store import opening
from tests.faults.recording import Judge, rebuilt, record
from tests.faults.scenes import OPERATIONS, Operation, Scene
from tests.faults.stories import STORIES
from tests.kit import World

if TYPE_CHECKING:
    from pathlib import Path

    from tests.faults.places import Folders
    from tests.faults.recording import Recording

# `python -m tests.faults.crashes` takes every border, and more seeds.
SEEDS: Final = range(2)
STRIDE: Final = 3
RUNS: Final = (*OPERATIONS, *STORIES)
LEAST_STATES: Final = 2_000


RECORDED: Final[dict[str, Recording]] = {}


def recorded(operation: Operation, folders: Folders) -> Recording:
    """Write one run down, once in a process: it comes to the same each time."""
    if operation.name not in RECORDED:
        RECORDED[operation.name] = record(Scene(folders.fresh(), operation), operation)
    return RECORDED[operation.name]


@pytest.mark.parametrize("operation", RUNS, ids=lambda one: one.name)
def test_whatever_a_kill_or_a_power_loss_leaves_is_old_or_new(
    operation: Operation, folders: Folders
) -> None:
    """After every sync, cut and deletion, and every third write: with all writes so far, with none
    that is unsynced, and with any sectors of those, the store opens whole and healthy, everything
    acknowledged is in it byte for byte, and it takes the next turn.
    """
    recording = recorded(operation, folders)
    judge = Judge(folders.fresh())
    assert len(recording.states) == operation.states
    every = rebuilt(recording, SEEDS, STRIDE)
    faults = [fault for one in every for fault in judge.faults(recording, one)]
    assert faults == []


def test_the_default_run_rebuilds_thousands_of_different_states(folders: Folders) -> None:
    """The runs above come to more than 2,000 states of the files that differ from each other."""
    states = {
        hash(tuple(sorted(one.files.items())))
        for operation in RUNS
        for one in rebuilt(recorded(operation, folders), SEEDS, STRIDE)
    }
    assert len(states) > LEAST_STATES


def test_a_recording_holds_everything_that_happened_to_the_files(folders: Folders) -> None:
    """What the recorded events come to is what lies in the folder, for a run of every kind."""
    for operation in RUNS:
        recording = recorded(operation, folders)
        *_, last = (one for one in rebuilt(recording, ()) if one.kind == "killed")
        told = {name: content for name, content in last.files.items() if content}
        assert told == recording.left, operation.name


def test_the_name_of_a_new_folder_is_on_the_disk_before_anything_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loss of power can't take the whole folder of a store in which a turn was acknowledged: the
    project's folder is synced before the store in it is made.
    """
    world = World(tmp_path)
    synced: list[tuple[Path, bool]] = []
    monkeypatch.setattr(
        opening, "sync_folder", lambda folder: synced.append((folder, world.path.exists()))
    )
    with world.open():
        pass
    assert synced == [(tmp_path, False)]
