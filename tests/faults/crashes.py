"""Crashes by the thousand: `python -m tests.faults.crashes --seeds 0..8`, or `--minutes 30`.

One round lets every operation die before each of its statements, rebuilds every state of its files
that a kill or a power loss can leave (torn ones once per seed), lets the disk fail at every
operation on them, and kills real processes. By time, rounds go on with further seeds. It prints
what was tried of each kind and every violation; exit code 1 says that there was one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.faults.injecting import KINDS, faults_of, operations_of, trial_faults, tried
from tests.faults.places import Folders, quick_folders
from tests.faults.recording import DARK, KILLED, TORN, Judge, rebuilt, record
from tests.faults.scenes import OPERATIONS, Scene
from tests.faults.statements import plays, states_of
from tests.faults.states import opener, store_files
from tests.faults.stories import STORIES
from tests.faults.survivors import survivor_faults
from tests.faults.verdicts import state_faults
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.scenes import Operation

ROOT: Final = Path(__file__).resolve().parents[2]
MINUTE_S: Final = 60
SEEDS_PER_ROUND: Final = 8
KILLS_PER_ROUND: Final = 100


DEATHS: Final = "deaths before a statement"
KILLS: Final = "processes killed"


def disk_kind(kind: str, *, lasts: bool) -> str:
    """Name a fault of the disk as it is counted."""
    return f"disk: {kind}{', lasting' if lasts else ''}"


EVERY_KIND: Final = (
    DEATHS,
    KILLS,
    *(f"states: {kind}" for kind in (KILLED, DARK, TORN)),
    *(disk_kind(kind, lasts=lasts) for kind in KINDS for lasts in (False, True)),
)


@dataclass
class Soak:
    """Counts what was tried, and stops when the time is over."""

    until: float
    tried: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self.until

    def round(self, seeds: range) -> None:
        """Try everything once."""
        self.kills(seeds.start)
        for operation in (*OPERATIONS, *STORIES):
            if self.is_over:
                return
            with quick_folders() as folders:
                self.statements(folders, operation)
                self.states(folders, operation, seeds)
                if operation in OPERATIONS and operation.name != "close":
                    self.disk(folders, operation)

    def statements(self, folders: Folders, operation: Operation) -> None:
        """Die before each statement; stories are too long for that."""
        if operation in STORIES:
            return
        states = states_of(Scene(folders.fresh(), operation), operation)
        spoilt = states[0] if operation.damage else None
        opened = opener(folders.fresh())
        for died in plays(folders, operation):
            self.tried[DEATHS] += 1
            faults = state_faults(opened(died.left), states, spoilt)
            self._note(f"{operation.name}, before statement {len(died.ran)}", faults)

    def states(self, folders: Folders, operation: Operation, seeds: range) -> None:
        """Open every state that its files could be left in."""
        recording = record(Scene(folders.fresh(), operation), operation)
        judge = Judge(folders.fresh())
        for one in rebuilt(recording, seeds):
            if self.is_over:
                break
            self.tried[f"states: {one.kind}"] += 1
            self.faults += judge.faults(recording, one)
        self.tried["states that differ, opened"] += sum(judge.counted.values())

    def disk(self, folders: Folders, operation: Operation) -> None:
        """Let the disk fail at every operation on the files."""
        states = states_of(Scene(folders.fresh(), operation), operation)
        place = folders.fresh()
        for fault in faults_of(operations_of(folders, operation)):
            if self.is_over:
                return
            self.tried[disk_kind(fault.kind, lasts=fault.lasts)] += 1
            self.faults += trial_faults(tried(folders, operation, fault, place), states, operation)

    def kills(self, seed: int) -> None:
        """Kill real processes."""
        with quick_folders() as folders:
            folder = folders.fresh()
            (folder / ".git").mkdir()
            words = ["-m", "tests.faults.killing", str(folder), str(KILLS_PER_ROUND), str(seed)]
            done = subprocess.run(
                [sys.executable, *words],
                cwd=ROOT,
                env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
                capture_output=True,
                text=True,
                check=True,
            )
            told = json.loads(done.stdout)
            self.tried[KILLS] += told["kills"]
            self.tried["turns acknowledged by the killed"] += len(told["acked"])
            files = store_files(folder / ".sayso" / "memory.db")
            self._note(f"kills, seed {seed}", survivor_faults(folder, files, told["acked"]))

    def _note(self, place: str, faults: list[str]) -> None:
        self.faults += [f"{place}: {fault}" for fault in faults]


def main(words: list[str]) -> int:
    """Run what the command line asks for; gives the exit code."""
    asked = _read_words(words)
    started = time.monotonic()
    soak = Soak(until=started + asked.minutes * MINUTE_S if asked.minutes else float("inf"))
    for seeds in _rounds(asked.seeds, is_endless=bool(asked.minutes)):
        if soak.is_over:
            break
        soak.round(seeds)
    for name, times in sorted(soak.tried.items()):
        sys.stdout.write(f"{name}: {times}\n")
    for fault in soak.faults:
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write(f"seconds: {time.monotonic() - started:.1f}\n")
    sys.stdout.write(f"violations: {len(soak.faults)}\n")
    rare = [name for name in EVERY_KIND if soak.tried[name] < asked.least]
    if rare:
        sys.stdout.write(f"no pass: fewer than {asked.least} of {', '.join(rare)}\n")
    return 1 if soak.faults or rare else 0


def _rounds(span: str, *, is_endless: bool) -> Iterator[range]:
    """Give the seeds A..B without B as one round, or rounds of a few from A on."""
    first, _, last = span.partition("..")
    if is_endless:
        for begin in count(int(first), SEEDS_PER_ROUND):
            yield range(begin, begin + SEEDS_PER_ROUND)
    else:
        yield range(int(first), int(last or int(first) + 1))


def _read_words(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.crashes")
    parser.add_argument("--seeds", default="0..4", help="A..B without B, or one seed")
    parser.add_argument("--minutes", type=float, default=0, help="run by time, from seed A on")
    parser.add_argument("--least", type=int, default=0, help="so many of each kind, or fail")
    return parser.parse_args(words)


if __name__ == "__main__":
    use_own_home()
    sys.exit(main(sys.argv[1:]))
