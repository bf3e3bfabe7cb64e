"""Everything that looks for counter-examples, for as long as it may (`make soak SOAK_MINUTES=60`).

Three programs run one after another: the simulation, crashes of every kind, conversations with a
model that answers at random. By time, each gets its share; otherwise each does its usual amount.
Exit code 1 says that one of them found a violation, or tried something too seldom.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST: Final = "100"  # faults of each kind, or the run is no pass
PROGRAMS: Final = {
    "tests.sim": (3, ("--least", LEAST, "--seeds", "1000..3500")),
    "tests.faults.crashes": (2, ("--least", LEAST, "--seeds", "0..24")),
    "tests.invariants.soak": (1, ()),
}


def words_of(program: str, words: Sequence[str], share: float) -> list[str]:
    """Give the command line of one program; `share` is its time in minutes, 0 for no bound."""
    by_time = ["--minutes", f"{share:.2f}"] if share else []
    return [sys.executable, "-m", program, *words, *by_time]


def main(asked: Sequence[str]) -> int:
    """Run all programs, whatever the others found; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--minutes", type=float, default=0, help="for all of them together")
    minutes = parser.parse_args(asked).minutes
    parts = sum(part for part, _ in PROGRAMS.values())
    failed = []
    for program, (part, words) in PROGRAMS.items():
        sys.stdout.write(f"== {program}\n")
        sys.stdout.flush()
        command = words_of(program, words, minutes * part / parts)
        if subprocess.run(command, check=False).returncode:
            failed.append(program)
    sys.stdout.write(f"== {'no pass: ' + ', '.join(failed) if failed else 'all passed'}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
