"""Commands as processes of their own, in step with a test: they halt at a place and say so.

    project = begun_project(tmp_path)
    running = project.start("before_commit", "record", "--user", "Now.").arrive()
    running.send(signal.SIGTERM)
    ended = running.end()

The places are those of `tests.faults.halted`. No wait here is one for a clock: PATIENCE_S ends a
test that would hang.
"""

from __future__ import annotations

import os
import select
import signal
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.shell.memory import Memory
from sayso.shell.ports import Ports, SystemClock, SystemIds
from tests.architecture.tree import ROOT
from tests.faults import halted
from tests.faults.warm import Descriptor, Spawned, Start
from tests.kit import CannedModel, FakeClock, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    from tests.provider import Provider

PATIENCE_S = 60
SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
KEPT = {"memory.db", "memory.db.mark", ".gitignore"}
ENDINGS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def heard(descriptor: int) -> None:
    """Wait until something comes through a pipe, or it is closed at the other end."""
    ready, _, _ = select.select([descriptor], [], [], PATIENCE_S)
    assert ready, "nobody came to the place"
    os.read(descriptor, 1)


@dataclass
class Running:
    """A command on its way, and the pipes to it."""

    process: Spawned
    here: int
    go: int

    def arrive(self) -> Running:
        """Wait until it has reached its place."""
        heard(self.here)
        return self

    def send(self, number: int) -> None:
        """Send a signal."""
        self.process.send_signal(number)

    def go_on(self) -> None:
        """Let it go on from its place."""
        os.write(self.go, b"g")

    def end(self) -> Ended:
        """Wait for its end and give what came of it."""
        out, err = self.process.communicate(timeout=PATIENCE_S)
        os.close(self.go)
        os.close(self.here)
        assert self.process.returncode is not None
        return Ended(self.process.returncode, out.decode(), err.decode())


@dataclass
class Ended:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    def check(self, number: signal.Signals) -> None:
        """Hold an interrupted command against what is promised."""
        assert self.code == ENDINGS[number], self.err
        assert self.err.splitlines() in (
            [],
            ["sayso: interrupted — 'sayso status' tells what was done"],
        )
        assert "Traceback" not in self.out


@dataclass
class Project:
    """A project folder whose commands are run as processes of their own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    model: CannedModel = field(default_factory=lambda: CannedModel(script=[remember(QUOTE)]))

    def start(self, place: str, *arguments: str, stdin: bytes = b"", ignored: str = "") -> Running:
        """Start a command that will halt at a place."""
        here, told = os.pipe()
        wait, go = os.pipe()
        begun = Start(
            arguments=("--project", str(self.folder), *arguments),
            folder=str(ROOT),
            environment=os.environ | self.environment,
            passed={"SAYSO_HERE": Descriptor(told), "SAYSO_GO": Descriptor(wait)},
        )
        process = Spawned(partial(halted.run, place, ignored), begun)
        os.close(told)
        os.close(wait)
        process.stdin.write(stdin)
        return Running(process, here, go)

    def open(self, seconds_later: float = 0) -> Memory:
        """Open the memory of the project at some later time."""
        later_us = SystemClock().now_us() + round(seconds_later * limits.SECOND_US)
        ports = Ports(clock=FakeClock(later_us), ids=SystemIds())
        return Memory.open(self.folder, create=False, model=self.model, ports=ports)

    @property
    def left(self) -> set[str]:
        """What lies beside the store; a log or its index means that nobody closed it."""
        return {path.name for path in (self.folder / ".sayso").iterdir()}

    def check(self, turns: int) -> None:
        """Expect a sound store with this many turns, and nothing else in its folder."""
        assert self.left <= KEPT | {"exports"}
        with self.open() as memory:
            report = memory.status()
            assert (report.health, report.turns.total) == ("healthy", turns)


def begun_project(tmp_path: Path) -> Project:
    """Make a project with one turn, and a folder of its own for temporary files."""
    folder, temporary = tmp_path / "project", tmp_path / "temporary"
    (folder / ".git").mkdir(parents=True)
    temporary.mkdir()
    with Memory.open(folder) as memory:
        memory.record(whole_turn(SAID))
    places = {"TMPDIR": str(temporary), "SQLITE_TMPDIR": str(temporary)}
    return Project(folder, places)


class Silent:
    """A model that says when it is asked and never answers."""

    def __init__(self) -> None:
        """Make the pipe it tells through."""
        self._told, self._tell = os.pipe()

    def __call__(self, handler: BaseHTTPRequestHandler, provider: Provider) -> None:
        """Hold the answer until the test is over."""
        os.write(self._tell, b"?")
        provider.release.wait()

    def wait(self) -> None:
        """Wait until it is asked."""
        heard(self._told)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._told)
        os.close(self._tell)


def configured(provider: Provider) -> Mapping[str, str]:
    """Give the settings that make a command ask this model."""
    return {
        "SAYSO_PROVIDER": "openai",
        "SAYSO_BASE_URL": provider.url,
        "SAYSO_MODEL": "silent",
    }
