"""Generated conversations with a model that answers at random break no promise (A313-A317).

A slice of what `make soak` plays; `python -m tests.invariants.soak --seed N` repeats one.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.invariants import mutants
from tests.invariants.conversations import converse
from tests.invariants.kept import KEPT
from tests.invariants.minimums import PER_HUNDRED, shortfalls
from tests.invariants.playing import play
from tests.invariants.soak import shrink
from tests.invariants.steps import Order, Say
from tests.invariants.test_oracle_sees import OTHER_SEEDS

SLICE = 36
IDLE = Say(project=0, session="b", user="Thanks, that works.", assistant="Fine.")


def test_no_conversation_breaks_a_promise() -> None:
    """Illegal proof 0, forgotten and rebuilt 0, leaks 0, proof complete, and enough was tried."""
    tally: Counter[str] = Counter()
    for seed in range(SLICE):
        outcome = play(seed)
        assert not outcome.faults, f"python -m tests.invariants.soak --seed {seed}"
        tally += outcome.tally
    assert tally["proven"] == tally["to be proven"] > 0
    assert shortfalls(tally, SLICE) == []


@pytest.mark.parametrize("at", range(len(KEPT)))
def test_what_once_broke_a_promise_breaks_none(at: int) -> None:
    """Conversations that failed before, shortened to what it took."""
    seed, steps = KEPT[at]
    assert play(seed, steps, look_every=1).faults == []


def test_a_seed_gives_one_conversation() -> None:
    """The same seed gives the same steps, the same answers and the same counts."""
    assert converse(7) == converse(7) != converse(8)
    assert play(7).tally == play(7).tally


def test_a_run_that_tries_nothing_is_no_pass() -> None:
    """Whoever breaks the generator does not get a green run for it."""
    assert len(shortfalls({}, 100)) == len(PER_HUNDRED)


def test_a_failing_conversation_is_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    """What can be left out while the same promise is broken is left out."""
    mutants.no_masks(monkeypatch)
    said, _, worked, *_ = mutants.PARTED
    forget = Order(project=0, what="forget")
    steps = (IDLE, said, IDLE, worked, IDLE, forget, IDLE)
    seed = next(seed for seed in range(OTHER_SEEDS) if play(seed, steps).faults)
    assert shrink(seed, steps) == (said, worked, forget)
