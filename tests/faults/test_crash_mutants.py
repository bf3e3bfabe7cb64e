"""The loops over crashes see: a program or disk that is wrong in one way is found by them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.faults.breaking import WRONG, Wrong
from tests.faults.recording import Judge, rebuilt, record
from tests.faults.scenes import BY_NAME, Scene
from tests.faults.statements import plays, states_of
from tests.faults.states import reopen
from tests.faults.stories import STORIES
from tests.faults.verdicts import state_faults

if TYPE_CHECKING:
    from tests.faults.places import Folders
    from tests.faults.recording import Recording
    from tests.faults.states import State

ALL = BY_NAME | {one.name: one for one in STORIES}


def held_to(states: tuple[State, ...], recording: Recording) -> Recording:
    """Expect the states of the right program of what a wrong one has done."""
    told = zip(recording.states, recording.acked, strict=True)
    acked = tuple(at for state, at in told if state in states)
    return replace(recording, states=states, acked=acked)


@pytest.mark.parametrize("wrong", WRONG, ids=lambda one: one.name)
def test_a_wrong_program_is_found_in_the_states_of_its_files(
    wrong: Wrong, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it leaves at some moment is neither old nor new, and of the ends it must be, no other:
    a kill alone does not hurt what is only not synced.
    """
    operation = ALL[wrong.operation]
    states = states_of(Scene(folders.fresh(), operation), operation)
    with monkeypatch.context() as patch:
        wrong.breaks(patch)
        recording = held_to(states, record(Scene(folders.fresh(), operation), operation))
    judge = Judge(folders.fresh())
    bad = [(one, judge.faults(recording, one)) for one in rebuilt(recording, range(2), 4)]
    found = {one.kind for one, faults in bad if any(wrong.told in fault for fault in faults)}
    assert found == wrong.ends
    assert {one.kind for one, faults in bad if faults} == wrong.ends


def test_a_finish_in_two_transactions_is_found_before_its_statements(
    folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A death between the two leaves what is neither the state before nor the one after."""
    operation = BY_NAME["finish"]
    states = states_of(Scene(folders.fresh(), operation), operation)
    (wrong,) = (one for one in WRONG if one.operation == "finish")
    place = folders.fresh()
    with monkeypatch.context() as patch:
        wrong.breaks(patch)
        every = list(plays(folders, operation))
    found = [state_faults(reopen(place, died.left), states, None) for died in every]
    assert [faults for faults in found if faults]
    assert found[0] == found[-1] == []
