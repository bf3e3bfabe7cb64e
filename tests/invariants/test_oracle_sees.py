"""The oracle has eyes: a program with one promise taken out is caught by the very same run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.invariants.mutants import MUTANTS
from tests.invariants.playing import play

if TYPE_CHECKING:
    from tests.invariants.mutants import Mutant

OTHER_SEEDS = 60


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.change.__name__)
def test_the_oracle_sees_a_broken_promise(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some conversation shows the fault, under the name of the promise that was broken."""
    mutant.change(monkeypatch)
    faults = (
        fault
        for seed in (*mutant.seeds, *range(OTHER_SEEDS))
        for fault in play(seed, mutant.steps).faults
    )
    assert any(f": {mutant.seen_as}: " in fault for fault in faults)
