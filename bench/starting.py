"""What a start costs: the command's help and its version beside an empty Python.

Whole processes, in turn, so that the ratio holds while the machine's speed drifts.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.own_home import use_own_home

ROUNDS = 11
SCRIPT = str(Path(sys.executable).with_name("sayso"))
COMMANDS = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "python -c 'import sayso'": (sys.executable, "-c", "import sayso"),
    "python -c 'from sayso import Memory'": (sys.executable, "-c", "from sayso import Memory"),
    "sayso --version": (SCRIPT, "--version"),
    "sayso --help": (SCRIPT, "--help"),
}


def main() -> None:
    """Print one table: median and smallest wall time, and the ratio to an empty Python."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS + 1):  # the first round fills the caches and does not count
        for name, command in COMMANDS.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            times[name].append(time.perf_counter() - started)
    base = statistics.median(times["python -c pass"][1:])
    print(f"{'command':38} {'median ms':>10} {'min ms':>8} {'ratio':>7}")
    for name, seconds in times.items():
        middle = statistics.median(seconds[1:])
        print(f"{name:38} {middle * 1e3:10.0f} {min(seconds[1:]) * 1e3:8.0f} {middle / base:7.1f}")


if __name__ == "__main__":
    use_own_home()
    main()
