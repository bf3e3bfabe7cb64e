"""Many processes, days and faults on the real core, shell and SQLite: no promise is ever broken."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sayso.shell.stages import Stages
from tests.sim.__main__ import REGRESSIONS, report
from tests.sim.running import run
from tests.sim.shrinking import shrink
from tests.sim.tape import Tape

SEEDS = 100
TOGETHER = (7, 13, 41)  # seeds in which batches go together and are put back
GROUP = 10  # seeds that are one test: few enough to share two machines evenly
STEPS = 300
ROOT = Path(__file__).resolve().parents[2]


def check(tape: Tape, steps: int, loud: tuple[str, ...] = (), lines: int = 40) -> None:
    """Run a tape and show what led to a violation."""
    outcome = run(tape, steps, loud)
    assert not outcome.faults, "\n" + report(outcome, lines)


@pytest.mark.parametrize("first", range(0, SEEDS, GROUP))
def test_no_promise_is_broken(first: int, asked_seeds: list[int]) -> None:
    """Whatever is killed, crashes, jumps, fills up or answers rubbish: the invariants hold."""
    if asked_seeds:
        if first == 0:
            for seed in asked_seeds:
                check(Tape(seed), STEPS, lines=10_000)
        return
    for seed in range(first, first + GROUP):
        check(Tape(seed), STEPS)


@pytest.mark.parametrize("seed", TOGETHER)
def test_no_promise_is_broken_by_what_is_saved_together(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With several batches in one transaction the invariants hold as well."""
    monkeypatch.setattr(Stages, "answers_at_once", True)
    check(Tape(seed), STEPS)


@pytest.mark.parametrize("path", sorted(REGRESSIONS.glob("*.json")), ids=lambda path: path.stem)
def test_what_was_found_once_stays_mended(path: Path) -> None:
    """Every tape that ever broke a promise runs clean."""
    kept = json.loads(path.read_text("utf-8"))
    check(Tape(0, kept["tape"]), kept["steps"], tuple(kept["loud"]))


def test_a_seed_is_one_history() -> None:
    """The same seed gives the same trace, also where sets of strings have another order."""
    command = [
        sys.executable,
        "-c",
        (
            "from tests.sim.tape import Tape\nfrom tests.sim.running "
            "import run\nprint(run(Tape(5), 200).digest, run(Tape(6), 200).digest)"
        ),
    ]
    seen = set()
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": f"{ROOT}/src:{ROOT}"}
        told = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=True
        )
        seen.add(told.stdout)
    seen.add(f"{run(Tape(5), 200).digest} {run(Tape(6), 200).digest}\n")
    assert len(seen) == 1


def test_a_tape_plays_a_run_again() -> None:
    """What a seed has drawn, played as a tape, gives the very same run."""
    outcome = run(Tape(3), 150)
    assert run(Tape(0, outcome.tape), 150).digest == outcome.digest


def test_a_tape_is_shortened_to_what_matters() -> None:
    """What a failure does not need is cut out of its tape or set to zero."""
    tape = tuple(range(1, 60))
    assert shrink(tape, lambda one: 17 in one and one.index(17) >= 3) == (0, 0, 0, 17)


def test_a_failing_run_tells_how_to_see_it_again() -> None:
    """A report ends with the seed and the commands that repeat it."""
    told = report(replace(run(Tape(0), 20), faults=("2: a turn is lost",)), lines=3)
    assert "2: a turn is lost" in told
    assert "pytest tests/sim --seed 0" in told
