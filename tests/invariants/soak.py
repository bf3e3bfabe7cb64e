"""Plays many conversations, by number or by time, and shortens the first one that fails.

    python -m tests.invariants.soak --conversations 2000 --first 0
    python -m tests.invariants.soak --minutes 30
    python -m tests.invariants.soak --seed 115
    python -m tests.invariants.soak --corpus FILE.jsonl

`--seed` repeats one conversation, shows its steps and every promise it breaks; `--corpus` plays
the messages of a labelled file instead, with the embedded model and at random.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tests.invariants.conversations import converse
from tests.invariants.corpora import CORPORA, corpus_conversations
from tests.invariants.minimums import shortfalls
from tests.invariants.playing import play
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.invariants.playing import Outcome
    from tests.invariants.steps import Step

CHUNK = 20
# Numbers and quoted words; a quote may hold the other kind of quotation mark.
_PARTICULAR = re.compile(r"\d+|'[^']*'|\"[^\"]*\"")
PROCESSES = min(2, os.cpu_count() or 1)
CONVERSATIONS = 2_000


def shrink(seed: int, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Leave out whatever can be left out while a promise of the same kind is still broken."""
    wanted = kinds_of(play(seed, steps, look_every=1))
    size = max(1, len(steps) // 2)
    while size:
        at = 0
        while at < len(steps):
            shorter = (*steps[:at], *steps[at + size :])
            if shorter and kinds_of(play(seed, shorter, look_every=1)) & wanted:
                steps = shorter
            else:
                at += size
        size //= 2
    return steps


def kinds_of(outcome: Outcome) -> frozenset[str]:
    """Give which promises were broken and how, without numbers and the words concerned."""
    return frozenset(
        _PARTICULAR.sub("", fault) for fault in outcome.faults if not fault.startswith("after")
    )


def explain(seed: int) -> Iterator[str]:
    """Give the lines that tell what went wrong with a seed, with the shortest steps to it."""
    steps = shrink(seed, converse(seed))
    yield f"seed {seed}, shortened to {len(steps)} steps:"
    yield from (f"    {spelled(step)}," for step in steps)
    yield from (f"  {fault}" for fault in play(seed, steps, look_every=1).faults)
    yield f"again: python -m tests.invariants.soak --seed {seed}"


def spelled(step: Step) -> str:
    """Write a step as it stands in code, so that it can be kept."""
    return re.sub(r"<(Kind\.\w+): '\w+'>", r"\1", repr(step))


def _play_chunk(first: int) -> tuple[list[tuple[int, str]], Counter[str]]:
    """Play some seeds in a process of their own; an exception is a broken promise too."""
    failed: list[tuple[int, str]] = []
    tally: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        try:
            outcome = play(seed)
        except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to this seed
            failed.append((seed, f"{type(error).__name__}: {error}"))
            continue
        tally += outcome.tally
        if outcome.faults:
            failed.append((seed, outcome.faults[-1]))
    return failed, tally


@dataclass
class Soaked:
    """What many conversations came to."""

    played: int = 0
    failed: list[tuple[int, str]] = field(default_factory=list)
    tally: Counter[str] = field(default_factory=Counter)

    def report(self) -> Iterator[str]:
        """Give what was tried and done, and what failed or was tried too seldom."""
        yield from (f"{count:>8} {name}" for name, count in sorted(self.tally.items()))
        yield from (f"seed {seed}: {fault}" for seed, fault in self.failed)
        yield from (f"too little was tried: {line}" for line in self.missing)
        if self.failed:
            yield from explain(self.failed[0][0])

    @property
    def missing(self) -> list[str]:
        """What was tried too seldom."""
        return shortfalls(self.tally, self.played)


def soak(first: int, conversations: int | None, minutes: float | None) -> Soaked:
    """Play until the number or the time is reached."""
    ends_at = None if minutes is None else time.monotonic() + minutes * 60
    starts = range(first, sys.maxsize if conversations is None else first + conversations, CHUNK)
    soaked = Soaked()
    with ProcessPoolExecutor(max_workers=PROCESSES) as pool:
        for at in range(0, len(starts), PROCESSES):
            if ends_at is not None and time.monotonic() >= ends_at:
                break
            for bad, counted in pool.map(_play_chunk, starts[at : at + PROCESSES]):
                soaked.failed += bad
                soaked.tally += counted
                soaked.played += CHUNK
            say(f"{soaked.played} conversations, {len(soaked.failed)} failed")
    return soaked


def report_corpora(corpora: Iterable[Path]) -> int:
    """Play whole corpora with both models, tell what they break, and give the exit code."""
    code = 0
    for path in corpora:
        conversations = tuple(enumerate(corpus_conversations(path)))
        faults = [
            fault
            for careful in (True, False)
            for number, steps in conversations
            for fault in play(number, steps, look_every=99, careful=careful).faults
        ]
        for fault in faults or (f"{path.name}: {len(conversations)} conversations break nothing",):
            say(fault)
        code |= bool(faults)
    return code


def say(line: str) -> None:
    """Write one line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Read the arguments and soak, or explain one seed."""
    parser = argparse.ArgumentParser(description="Play generated conversations.")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--conversations", type=int, default=None)
    parser.add_argument("--minutes", type=float, default=None)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--corpus", type=Path, default=None)
    given = parser.parse_args()
    if given.corpus is not None:
        return report_corpora([given.corpus])
    if given.seed is not None:
        outcome = play(given.seed, look_every=1)
        lines = explain(given.seed) if outcome.faults else [f"seed {given.seed} breaks nothing"]
        for line in lines:
            say(line)
        return 1 if outcome.faults else 0
    number = given.conversations
    if number is None and given.minutes is None:
        number = CONVERSATIONS
    soaked = soak(given.first, number, given.minutes)
    for line in soaked.report():
        say(line)
    code = 0 if number is None else report_corpora(CORPORA)
    return 1 if soaked.failed or soaked.missing else code


if __name__ == "__main__":
    use_own_home()
    sys.exit(main())
