"""Runs the simulation by seeds or by time: `python -m tests.sim --seeds 0..200 --trace`.

Prints steps, seeds, faults injected per kind and violations; a failing tape can be shortened and
kept (`--keep NAME`). Exit code 1 says that there was a violation.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from sayso.shell.stages import Stages
from tests.own_home import use_own_home
from tests.sim.running import Outcome, run
from tests.sim.shrinking import RUNS_MAX, shrink
from tests.sim.swarm import PER_COMMAND, PER_COMMIT, PER_QUESTION, PER_STEP
from tests.sim.tape import Tape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

REGRESSIONS = Path(__file__).parent / "regressions"
STEPS = 300
MINUTE_S = 60
SHOWN_LINES = 40
WINDOW = 40  # seeds that are given out at once


def main(words: list[str]) -> int:
    """Run what the command line asks for; gives the exit code."""
    asked = _read_words(words)
    started = time.monotonic()
    injected: Counter[str] = Counter()
    done: Counter[str] = Counter()
    seeds = steps = bad = 0
    every = _seeds(asked.seeds, asked.minutes)
    for outcome in _outcomes(every, asked.steps, tuple(asked.loud), together=asked.together):
        seeds, steps = seeds + 1, steps + outcome.steps
        injected += outcome.injected
        done += outcome.done
        if outcome.faults:
            bad += 1
            _say(report(outcome, SHOWN_LINES))
            if asked.keep:
                keep(outcome, asked)
                return 1
        elif asked.trace:
            _say("\n".join(outcome.trace))
    _say(f"seeds: {seeds}  steps: {steps}  seconds: {time.monotonic() - started:.1f}")
    for title, counted in (("injected", injected), ("done", done)):
        _say(f"{title}: " + ", ".join(f"{name} {times}" for name, times in sorted(counted.items())))
    _say(f"violations: {bad}")
    rare = [kind for kind in fault_kinds() if injected[kind] < asked.least]
    if rare:
        _say(f"no pass: fewer than {asked.least} of {', '.join(rare)}")
    return 1 if bad or rare else 0


def _outcomes(
    seeds: Iterable[int], steps: int, loud: tuple[str, ...], *, together: bool
) -> Iterator[Outcome]:
    """Run seeds in order, several at a time, each window in processes of its own."""
    left = iter(seeds)
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        while window := tuple(islice(left, WINDOW)):
            yield from pool.map(_run_seed, window, repeat(steps), repeat(loud), repeat(together))


def _run_seed(
    seed: int,
    steps: int,
    loud: tuple[str, ...],
    together: bool,
) -> Outcome:
    with patch.object(Stages, "answers_at_once", together):
        return run(Tape(seed), steps, loud)


def fault_kinds() -> list[str]:
    """Give the name of every kind of fault as it is counted."""
    plain = (*PER_STEP, *PER_COMMIT, *PER_COMMAND)
    return [*plain, *(f"model_{kind}" for kind in PER_QUESTION)]


def report(outcome: Outcome, lines: int) -> str:
    """Tell a failing run: its last steps, what is broken, and how to see it again."""
    told = (
        *outcome.trace[-lines:],
        *outcome.faults,
        (
            f"seed {outcome.seed} after {outcome.steps} steps; again: "
            f"python -m tests.sim --seeds {outcome.seed} --trace, or "
            f"pytest tests/sim --seed {outcome.seed}"
        ),
    )
    return "\n".join(told)


def keep(outcome: Outcome, asked: argparse.Namespace) -> Path:
    """Shorten a failing tape and keep it as a regression."""
    kind = outcome.faults[0].partition(":")[0]
    loud = tuple(asked.loud)

    def fails(played: tuple[int, ...]) -> bool:
        faults = run(Tape(0, played), asked.steps, loud).faults
        return bool(faults) and faults[0].partition(":")[0] == kind

    tape = shrink(outcome.tape, fails, asked.runs)
    REGRESSIONS.mkdir(exist_ok=True)
    path = REGRESSIONS / f"{asked.keep}.json"
    found = run(Tape(0, tape), asked.steps, loud).faults[0]
    kept = {"found": found, "steps": asked.steps, "loud": loud, "tape": tape}
    path.write_text(json.dumps(kept, ensure_ascii=False) + "\n", encoding="utf-8")
    _say(f"kept {len(tape)} of {len(outcome.tape)} numbers in {path.name}")
    return path


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def _seeds(span: str, minutes: float) -> Iterable[int]:
    """Give the seeds A..B, or from A on until the time is over."""
    first, _, last = span.partition("..")
    if minutes:
        until = time.monotonic() + minutes * MINUTE_S
        for seed in count(int(first)):
            if time.monotonic() >= until:
                return
            yield seed
    else:
        yield from range(int(first), int(last or int(first) + 1))


def _read_words(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.sim")
    parser.add_argument("--seeds", default="0..200", help="A..B without B, or one seed")
    parser.add_argument("--minutes", type=float, default=0, help="run by time, from seed A on")
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--trace", action="store_true", help="print every step")
    parser.add_argument("--keep", default="", help="shorten a failing tape and keep it")
    parser.add_argument("--loud", action="append", default=[], help="a fault that is to be often")
    parser.add_argument("--together", action="store_true", help="save batches by one transaction")
    parser.add_argument("--least", type=int, default=0, help="so many faults of each kind, or fail")
    parser.add_argument("--runs", type=int, default=RUNS_MAX, help="how many runs to shorten with")
    return parser.parse_args(words)


if __name__ == "__main__":
    use_own_home()
    sys.exit(main(sys.argv[1:]))
