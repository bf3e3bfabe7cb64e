"""Many processes take turns in one store at once (J01); how many went in, and the longest wait.

    .venv/bin/python -m tests.faults.processes                      # 8 processes, 100 turns each
    .venv/bin/python -m tests.faults.processes --processes 16 --turns 50 --minutes 10

Each process has its own `Memory`, begins a turn and finishes it, again and again; a wait is how
long one of these calls took. Afterwards the store is held against what was told: every turn once,
whole, in an order without gaps. The exit code is 1 where something is missing or was refused.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import BrokenBarrierError
from typing import TYPE_CHECKING

from sayso.shell.errors import SaysoError
from sayso.shell.memory import Memory
from tests.faults.warm import WARM, process_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Barrier

PROCESSES = 8
TURNS = 100
PATIENCE_S = 120


@dataclass(frozen=True, slots=True)
class Told:
    """What one process has to tell."""

    errors: tuple[str, ...]
    begin_max_s: float
    finish_max_s: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What all of them came to; `faults` is what the store lacks or has too much of."""

    turns: int
    errors: tuple[str, ...]
    faults: tuple[str, ...]
    longest_s: float
    turns_per_s: float


def converse(folder: Path, number: int, turns: int, start: Barrier, result: Connection) -> None:
    """Take turns, as a process of its own; the processes begin together."""
    errors: list[str] = []
    begins, finishes = [0.0], [0.0]
    try:
        memory = Memory.open(folder)
    except BaseException:
        start.abort()
        raise
    with memory:
        start.wait(PATIENCE_S)
        for at in range(turns):
            try:
                before = time.monotonic()
                turn = memory.turn(said(number, at), session=f"p{number}")
                between = time.monotonic()
                turn.finish(answered(number, at))
                after = time.monotonic()
            except SaysoError as error:
                errors.append(f"process {number} turn {at}: {error}")
                continue
            begins.append(between - before)
            finishes.append(after - between)
    result.send(Told(tuple(errors), max(begins), max(finishes)))


def said(number: int, at: int) -> str:
    """Give what the user says."""
    return f"process {number} says {at}"


def answered(number: int, at: int) -> str:
    """Give what is answered."""
    return f"process {number} answers {at}"


def run(folder: Path, processes: int = PROCESSES, turns: int = TURNS) -> Outcome:
    """Let them loose on one folder, which may have no store yet, and look at what is there."""
    start = WARM.Barrier(processes + 1)
    pipes = [WARM.Pipe(duplex=False) for _ in range(processes)]
    started = [
        process_of(converse, folder, number, turns, start, pipes[number][1])
        for number in range(processes)
    ]
    for process in started:
        process.start()
    for _, end in pipes:
        end.close()
    with suppress(BrokenBarrierError):  # somebody could not even open it, and tells nothing
        start.wait(PATIENCE_S)
    begun = time.monotonic()
    told = [told_by(number, pipe[0]) for number, pipe in enumerate(pipes)]
    took_s = time.monotonic() - begun
    for process in started:
        process.join(PATIENCE_S)
    errors = tuple(error for one in told for error in one.errors)
    ended = [process.exitcode for process in started]
    return Outcome(
        turns=processes * turns - len(errors),
        errors=errors if ended == [0] * processes else (*errors, f"exit codes {ended}"),
        faults=tuple(find_faults(folder, processes, turns)),
        longest_s=max(max(one.begin_max_s, one.finish_max_s) for one in told),
        turns_per_s=processes * turns / took_s,
    )


def told_by(number: int, pipe: Connection) -> Told:
    """Give what a process tells, or that it told nothing."""
    with suppress(EOFError):
        if pipe.poll(PATIENCE_S):
            told = pipe.recv()
            assert isinstance(told, Told)
            return told
    return Told((f"process {number} told nothing",), 0, 0)


def find_faults(folder: Path, processes: int, turns: int) -> list[str]:
    """Hold the store against what was said: every turn once and whole, in order, with its job."""
    with Memory.open(folder, create=False) as memory:
        report = memory.status()
        with memory.store.reading() as reading:
            rows = list(reading.records("export/turns"))
            (meta,) = reading.records("export/memory_meta")
    total = processes * turns
    found = [(row["sequence"], row["user_text"], row["assistant_text"]) for row in rows]
    by_process = [[row for row in rows if row["session"] == f"p{at}"] for at in range(processes)]
    checks = {
        f"health is {report.health}": report.health == "healthy",
        f"{len(found)} turns": len(found) == total,
        "sequences have gaps": [one[0] for one in found] == list(range(1, total + 1)),
        "turns are lost, doubled or mixed": sorted(one[1:] for one in found)
        == sorted((said(n, at), answered(n, at)) for n in range(processes) for at in range(turns)),
        "a process's own order is lost": [[row["user_text"] for row in mine] for mine in by_process]
        == [[said(number, at) for at in range(turns)] for number in range(processes)],
        f"{report.turns.completed} completed": report.turns.completed == total,
        f"{report.jobs.pending} jobs": report.jobs.pending == total,
        f"commit counter {meta['commit_counter']}": meta["commit_counter"] == 2 * total,
    }
    return [fault for fault, is_right in checks.items() if not is_right]


def tell(line: str) -> None:
    """Print one line."""
    sys.stdout.write(line + "\n")


def run_once(folder: Path | None, processes: int, turns: int) -> bool:
    """Run in a temporary folder and print the figures; gives whether all is as it must be."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        os.environ["SAYSO_HOME"] = f"{place}/home"
        project = Path(place, "project")
        (project / ".git").mkdir(parents=True)
        outcome = run(project, processes, turns)
    tell(f"{processes} processes x {turns} turns: {outcome.turns} of {processes * turns}")
    tell(f"errors: {len(outcome.errors)}, faults of the store: {len(outcome.faults)}")
    tell(f"longest wait: {outcome.longest_s * 1000:.0f} ms")
    tell(f"turns per second: {outcome.turns_per_s:.0f}")
    for line in (*outcome.errors, *outcome.faults):
        tell(line)
    return not (outcome.errors or outcome.faults)


def main() -> int:
    """Run once, or as often as fits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--minutes", type=float, default=0, help="again and again for so long")
    parser.add_argument("--folder", type=Path, help="where to make the store (a disk to measure)")
    asked = parser.parse_args()
    until = time.monotonic() + asked.minutes * 60
    is_sound = run_once(asked.folder, asked.processes, asked.turns)
    while is_sound and time.monotonic() < until:
        is_sound = run_once(asked.folder, asked.processes, asked.turns)
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
