"""What a start costs: the command's help and its version beside an empty Python.

Whole processes, in turn, so that the ratio holds while the machine's speed drifts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.tables import Figure, taken

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECT: Final = "The start of a whole process; size is how often each was started."
ROUNDS: Final = 11
ROUNDS_QUICK: Final = 2
SCRIPT: Final = str(Path(sys.executable).with_name("sayso"))
COMMANDS: Final = {
    "sayso --help": (SCRIPT, "--help"),
    "sayso --version": (SCRIPT, "--version"),
    "python -c 'from sayso import Memory'": (sys.executable, "-c", "from sayso import Memory"),
    "python -c 'import sayso'": (sys.executable, "-c", "import sayso"),
    "python -c pass": (sys.executable, "-c", "pass"),
}


def figures(quick: bool) -> Iterator[Figure]:
    """Start each command in turn."""
    rounds = ROUNDS_QUICK if quick else ROUNDS
    times_s: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(rounds + 1):  # the first round fills the caches and does not count
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times_s[name].append(time.perf_counter() - started)
    for name, found_s in times_s.items():
        yield taken(found_s[1:], subject="start", who=name, size=rounds)
