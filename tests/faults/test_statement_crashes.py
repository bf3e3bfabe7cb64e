"""A process dies before each of its statements: the store is old or new, never between (S01)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.scenes import OPERATIONS, Operation, Scene
from tests.faults.statements import plays, states_of
from tests.faults.states import opener
from tests.faults.verdicts import state_faults

if TYPE_CHECKING:
    from tests.faults.places import Folders


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_a_death_before_any_statement_leaves_old_or_new(
    operation: Operation, folders: Folders
) -> None:
    """Whichever statement a process does not live to run, the next one finds the state before or
    after the transaction under way, sound, healthy and ready for the next turn.
    """
    states = states_of(Scene(folders.fresh(), operation), operation)
    assert len(states) == operation.states
    spoilt = states[0] if operation.damage else None
    opened, reached = opener(folders.fresh()), [0]
    every = list(plays(folders, operation))
    for died in every:
        found = opened(died.left)
        assert state_faults(found, states, spoilt) == [], died.ran[-1:]
        reached.append(states.index(found.state, reached[-1]))
    # Only the last play met no crash: it ran every statement, and what it acknowledged is there.
    assert [died.is_clean for died in every] == [False] * len(every[-1].ran) + [True]
    assert reached[-1] == len(states) - 1
    assert every[-1].ran or operation.states == 1
