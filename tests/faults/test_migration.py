"""A process dies while it brings a store of an older version up: what is left is old or new."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.faults.scenes import Operation, Scene
from tests.faults.statements import plays, states_of
from tests.faults.states import reopen, state_in
from tests.faults.verdicts import state_faults
from tests.older_store import take_back

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.faults.places import Folders


def _open(scene: Scene) -> Callable[[], object]:
    return scene.open


MIGRATION: Final = Operation(name="bring up", set_up=_open, damage=take_back)


def test_a_death_before_any_statement_leaves_the_old_version_or_the_new(folders: Folders) -> None:
    """Whichever statement a process does not live to run, the next one brings the store up."""
    old, new = states_of(Scene(folders.fresh(), MIGRATION), MIGRATION)
    place, left = folders.fresh(), []
    every = list(plays(folders, MIGRATION))
    for died in every:
        left.append((old, new).index(state_in(place, died.left)))
        found = reopen(place, died.left)
        assert found.state == new, died.ran[-1:]
        assert state_faults(found, (old, new), None) == [], died.ran[-1:]
    assert left == sorted(left)
    assert (left[0], left[-1]) == (0, 1)
    assert [died.is_clean for died in every] == [False] * len(every[-1].ran) + [True]
