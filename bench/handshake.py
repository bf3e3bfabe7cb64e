"""What a client of `sayso mcp` waits for: the greeting, the tools, the first call, and the next.

Whole processes beside an empty Python and the bare import of the SDK, in turn, so that the ratio
holds while the machine's speed drifts. The project has one memory.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.tables import Figure, taken
from sayso.shell.admitting import RecordedTurn
from sayso.shell.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SUBJECT: Final = "What a client waits for, from the start of the process; the next call by itself."
ROUNDS: Final = 11
ROUNDS_QUICK: Final = 2
SCRIPT = str(Path(sys.executable).with_name("sayso"))
PLAIN = {
    "python -c pass": (sys.executable, "-c", "pass"),
    "python -c 'import mcp'": (sys.executable, "-c", "import mcp"),
}
SAID = "We decided: use pnpm for packages."
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
CALL = {"name": "memory_search", "arguments": {"query": "pnpm"}}
# What is asked in turn; each is timed from the start of the process, the last one by itself.
ASKED: tuple[tuple[str, str, Mapping[str, object]], ...] = (
    ("sayso mcp, greeted", "initialize", HELLO),
    ("sayso mcp, tools listed", "tools/list", {}),
    ("sayso mcp, first call answered", "tools/call", CALL),
    ("sayso mcp, next call by itself", "tools/call", CALL),
)


def figures(quick: bool) -> Iterator[Figure]:
    """Start servers and the others in turn, and ask each server everything."""
    rounds = ROUNDS_QUICK if quick else ROUNDS
    times_s: dict[str, list[float]] = {name: [] for name in (*(one[0] for one in ASKED), *PLAIN)}
    with tempfile.TemporaryDirectory() as folder:
        _fill(Path(folder))
        for _ in range(rounds + 1):  # the first round fills the caches and does not count
            for name, command in PLAIN.items():
                started = time.perf_counter()
                subprocess.run(command, check=True)
                times_s[name].append(time.perf_counter() - started)
            for name, seconds in _converse(folder).items():
                times_s[name].append(seconds)
    for name, found_s in times_s.items():
        yield taken(found_s[1:], subject="greeting an MCP client", who=name, size=rounds)


def _fill(folder: Path) -> None:
    with Memory.open(folder) as memory:
        memory.record(RecordedTurn(user_text=SAID, assistant_text="Fine."))
        memory.work()


def _converse(folder: str) -> dict[str, float]:
    """Start a server, ask it everything and let it end; gives seconds by name."""
    times: dict[str, float] = {}
    started = time.perf_counter()
    command = (SCRIPT, "--project", folder, "mcp")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        if server.stdin is None or server.stdout is None:
            raise TypeError("a pipe was asked for")
        for number, (name, method, params) in enumerate(ASKED):
            asked = time.perf_counter()
            fields = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            server.stdin.write(json.dumps(fields).encode() + b"\n")
            server.stdin.flush()
            answer = json.loads(server.stdout.readline())
            if answer["id"] != number or "error" in answer:
                raise ValueError(f"{method} came to {answer}")
            since = asked if name.endswith("by itself") else started
            times[name] = time.perf_counter() - since
        server.stdin.close()
        server.wait()
    return times
