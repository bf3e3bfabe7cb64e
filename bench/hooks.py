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
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.memories import Writer
from bench.opening import SEED, fill_project
from bench.tables import Figure, taken
from sayso.shell.checking import check_if_due
from sayso.shell.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator

SUBJECT: Final = (
    "What an agent waits for at each event; size is the memories and turns of the project."
)
ROUNDS: Final = 41
ROUNDS_QUICK: Final = 2
SIZE: Final = 10_000
SIZE_QUICK: Final = 500
SCRIPT = str(Path(sys.executable).with_name("sayso"))
EMPTY = "python -c pass"
PLAIN = {EMPTY: (sys.executable, "-c", "pass"), "sayso --help": (SCRIPT, "--help")}
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop")
TOLD = frozenset(EVENTS[:2])  # what is told something
BASE = frozenset({"PYTHONDONTWRITEBYTECODE", "SAYSO_PROBE"})  # variables no run may have

Took = tuple[float, float]  # seconds by the clock, seconds of the CPU


def figures(quick: bool) -> Iterator[Figure]:
    """Run the hooks of one session after the other, and the others in turn with them."""
    size, rounds = (SIZE_QUICK, ROUNDS_QUICK) if quick else (SIZE, ROUNDS)
    hooks = {event: f"sayso hook {event}" for event in EVENTS}
    took: dict[str, list[Took]] = {name: [] for name in (*hooks.values(), *PLAIN)}
    with tempfile.TemporaryDirectory() as folder:
        titles = _fill(Path(folder), size)
        for number in range(rounds + 1):  # the first round fills the caches and does not count
            for name, command in PLAIN.items():
                took[name].append(_run(command, b"")[0])
            for event, payload in _session(folder, number, titles[number % len(titles)]):
                once, told = _run((SCRIPT, "hook", event), payload)
                if (event in TOLD) != bool(told):
                    raise RuntimeError(f"{event} answered {told!r}")
                took[hooks[event]].append(once)
    for name, times in took.items():
        wall_s, cpu_s = zip(*times[1:], strict=True)
        yield taken(wall_s, subject="hooks, by the clock", who=name, size=size)
        yield taken(cpu_s, subject="hooks, time of the CPU", who=name, size=size)


def _fill(project: Path, size: int) -> list[str]:
    """Make the project's store and check it, as a worker does; gives what may be asked for."""
    fill_project(project, size)
    with Memory.open(project) as memory:
        check_if_due(memory.store, memory.ports)
    return [memory.title for memory in Writer(SEED).memories(size)[:: size // ROUNDS]]


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
