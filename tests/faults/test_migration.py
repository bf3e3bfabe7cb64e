"""A process dies while it brings a store of an older version up: what is left is old or new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.faults.scenes import Operation, Scene
from tests.faults.statements import plays, states_of
from tests.faults.states import opener, state_in
from tests.faults.verdicts import state_faults
from tests.older_store import take_back

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.places import Folders


def _open(scene: Scene) -> Callable[[], object]:
    return scene.open


INDEXED: Final = 4  # to begin, the turns, to end these, and to note that no memory is behind
MIGRATION: Final = Operation(name="bring up", set_up=_open, damage=take_back)


def test_a_death_before_any_statement_leaves_the_old_version_or_the_new(folders: Folders) -> None:
    """Whichever statement a process does not live to run, the next one brings the store up.

    Between the two lie only whole portions of the indexes that are made anew.
    """
    states = states_of(Scene(folders.fresh(), MIGRATION), MIGRATION)
    place, opened, left = folders.fresh(), opener(folders.fresh()), []
    every = list(plays(folders, MIGRATION))
    for died in every:
        left.append(states.index(state_in(place, died.left)))
        found = opened(died.left)
        assert found.state == states[-1], died.ran[-1:]
        assert state_faults(found, states, None) == [], died.ran[-1:]
    assert left == sorted(left)
    assert (left[0], left[-1], len(states)) == (0, len(states) - 1, 2 + INDEXED)
    assert [died.is_clean for died in every] == [False] * len(every[-1].ran) + [True]
