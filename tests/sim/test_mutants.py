"""Guards taken away: the simulation notices each one, alone or together with what covers it."""

import pytest

from tests.sim.kills import SEEDS
from tests.sim.mutants import MUTANTS
from tests.sim.mutating import Mutant, mutated
from tests.sim.running import run
from tests.sim.tape import Tape

STEPS = 300
TRIED = 60  # seeds after the named one, for when code has changed and it means another run


def killed_by(mutant: Mutant, seeds: range) -> int | None:
    """Give the first seed that kills a mutant, by a fault that says what is broken."""
    with mutated(mutant):
        for seed in seeds:
            faults = run(Tape(seed), STEPS, mutant.loud, mutant.mutes).faults
            if faults and faults[0].startswith(mutant.kills):
                return seed
    return None


@pytest.mark.parametrize(
    "mutant", [one for one in MUTANTS if one.kills], ids=lambda mutant: mutant.guard
)
def test_a_missing_guard_is_noticed(mutant: Mutant) -> None:
    """Without the guard a run breaks a promise, and the fault names it."""
    first = SEEDS[mutant.guard]
    assert killed_by(mutant, range(first, first + TRIED)) is not None


@pytest.mark.parametrize(
    "mutant", [one for one in MUTANTS if one.lives_because], ids=lambda mutant: mutant.guard
)
def test_a_guard_that_is_covered_says_by_what(mutant: Mutant) -> None:
    """A mutant that lives has a reason, runs clean, and is part of a pair that dies."""
    pairs = [one for one in MUTANTS if one.kills and mutant.guard in one.guard.split(" + ")]
    assert pairs
    with mutated(mutant):
        assert not run(Tape(SEEDS[pairs[0].guard]), STEPS, mutant.loud).faults


def test_every_mutant_is_killed_or_excused() -> None:
    """No mutant is listed without a verdict, and no seed without a mutant."""
    for mutant in MUTANTS:
        assert bool(mutant.kills) != bool(mutant.lives_because), mutant.guard
    assert {one.guard for one in MUTANTS if one.kills} == SEEDS.keys()
