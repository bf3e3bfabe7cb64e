"""What a coding agent waits for at each event: whole hook processes beside an empty Python.

The project has 10,000 memories and as many turns. Of one session after the other the start, a
prompt and the stop are timed, in turn with the command's help and an empty Python, so that the
ratio holds while the machine's speed drifts. A prompt asks for a memory that is there, and its turn
is stored durably. Where others keep the machine busy, the CPU's own time tells more.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.memories import Writer
from bench.opening import SEED, fill_project
from sayso.shell.checking import check_if_due
from sayso.shell.memory import Memory
from tests.own_home import use_own_home

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 41
SIZE = 10_000
SCRIPT = str(Path(sys.executable).with_name("sayso"))
EMPTY = "python -c pass"
PLAIN = {EMPTY: (sys.executable, "-c", "pass"), "sayso --help": (SCRIPT, "--help")}
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop")
TOLD = frozenset(EVENTS[:2])  # what is told something
BASE = frozenset({"PYTHONDONTWRITEBYTECODE", "SAYSO_PROBE"})  # variables no run may have

Took = tuple[float, float]  # seconds by the clock, seconds of the CPU


def main() -> None:
    """Print one table: medians of wall and CPU time, and their ratios to an empty Python."""
    hooks = {event: f"sayso hook {event}" for event in EVENTS}
    took: dict[str, list[Took]] = {name: [] for name in (*PLAIN, *hooks.values())}
    with tempfile.TemporaryDirectory() as folder:
        titles = _fill(Path(folder))
        for number in range(ROUNDS + 1):  # the first round fills the caches and does not count
            for name, command in PLAIN.items():
                took[name].append(_run(command, b"")[0])
            for event, payload in _session(folder, number, titles[number % len(titles)]):
                once, told = _run((SCRIPT, "hook", event), payload)
                if (event in TOLD) != bool(told):
                    raise RuntimeError(f"{event} answered {told!r}")
                took[hooks[event]].append(once)
    _print(took)


def _fill(project: Path) -> list[str]:
    """Make the project's store and check it, as a worker does; gives what may be asked for."""
    fill_project(project, SIZE)
    with Memory.open(project) as memory:
        check_if_due(memory.store, memory.ports)
    return [memory.title for memory in Writer(SEED).memories(SIZE)[:: SIZE // ROUNDS]]


def _session(folder: str, number: int, title: str) -> Iterator[tuple[str, bytes]]:
    """Give the events of one session, each with its payload."""
    said = {
        "SessionStart": {"source": "startup"},
        "UserPromptSubmit": {
            "prompt": f"Please look at the tests again. What about {title}, is it still so?",
            "prompt_id": f"prompt-{number}",
        },
        "Stop": {"last_assistant_message": "Yes, nothing has changed there since."},
    }
    for event in EVENTS:
        common = {"hook_event_name": event, "session_id": f"session-{number}", "cwd": folder}
        yield event, json.dumps(common | said[event]).encode()


def _run(command: tuple[str, ...], given: bytes) -> tuple[Took, bytes]:
    """Run a process; gives what it took, and its output."""
    surroundings = {name: value for name, value in os.environ.items() if name not in BASE}
    worked, started = _worked(), time.perf_counter()
    done = subprocess.run(
        command,
        input=given,
        check=True,
        capture_output=True,
        env=surroundings | {"SAYSO_BACKGROUND": "0"},
    )
    return (time.perf_counter() - started, _worked() - worked), done.stdout


def _worked() -> float:
    """Give the CPU's time of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _print(took: dict[str, list[Took]]) -> None:
    """Print the table."""
    wall = {name: [one[0] for one in times[1:]] for name, times in took.items()}
    cpu = {name: [one[1] for one in times[1:]] for name, times in took.items()}
    base = tuple(statistics.median(one[EMPTY]) for one in (wall, cpu))
    print(f"{'':28} {'median ms':>10} {'ratio':>6} {'min ms':>8} {'CPU ms':>8} {'ratio':>6}")
    for name in took:
        middle, worked = statistics.median(wall[name]), statistics.median(cpu[name])
        print(
            f"{name:28} {middle * 1e3:10.1f} {middle / base[0]:6.1f} {min(wall[name]) * 1e3:8.1f}"
            f" {worked * 1e3:8.1f} {worked / base[1]:6.1f}"
        )


if __name__ == "__main__":
    use_own_home()
    main()
