"""Ctrl-C, SIGTERM and SIGHUP in each phase of a command: it ends in order, and nothing is lost.

Every command runs as a process of its own. It halts at its place and says so through a pipe, or
the model it asks says so from the other side; then comes the signal. No test waits for a clock.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core import limits
from sayso.shell.memory import Memory
from sayso.shell.ports import Ports, SystemClock, SystemIds
from tests.architecture.tree import ROOT
from tests.kit import CannedModel, FakeClock, column, remember, whole_turn
from tests.provider import serving

if TYPE_CHECKING:
    from collections.abc import Mapping
    from http.server import BaseHTTPRequestHandler
    from pathlib import Path

    from tests.provider import Provider

PATIENCE_S = 60
SAID = "We decided: use pnpm for packages."
KEPT = {"memory.db", "memory.db.mark", ".gitignore"}
ENDINGS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}
EVERYTHING = "SAYSO_ALL_SIGNALS" in os.environ


def by(*numbers: signal.Signals) -> pytest.MarkDecorator:
    """Try these signals; all of them where SAYSO_ALL_SIGNALS is set, as each takes a process."""
    tried = ENDINGS if EVERYTHING else numbers
    return pytest.mark.parametrize("number", tried, ids=lambda number: number.name)


def heard(descriptor: int) -> None:
    """Wait until something comes through a pipe, or it is closed at the other end."""
    ready, _, _ = select.select([descriptor], [], [], PATIENCE_S)
    assert ready, "nobody came to the place"
    os.read(descriptor, 1)


@dataclass
class Running:
    """A command on its way, and the pipes to it."""

    process: subprocess.Popen[bytes]
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
            ["sayso: interrupted — what was stored before is kept"],
        )
        assert "Traceback" not in self.out


@dataclass
class Project:
    """A project folder whose commands are run as processes of their own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def start(self, place: str, *arguments: str, stdin: bytes = b"", ignored: str = "") -> Running:
        """Start a command that will halt at a place."""
        here, told = os.pipe()
        wait, go = os.pipe()
        script = ("-m", "tests.faults.halted", place, ignored, "--project", str(self.folder))
        process = subprocess.Popen(
            [sys.executable, *script, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | self.environment | {"SAYSO_HERE": str(told), "SAYSO_GO": str(wait)},
            pass_fds=(told, wait),
        )
        os.close(told)
        os.close(wait)
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.flush()
        return Running(process, here, go)

    def open(self, seconds_later: float = 0) -> Memory:
        """Open the memory of the project at some later time."""
        later_us = SystemClock().now_us() + round(seconds_later * limits.SECOND_US)
        ports = Ports(clock=FakeClock(later_us), ids=SystemIds())
        model = CannedModel(script=[remember("use pnpm for packages")])
        return Memory.open(self.folder, create=False, model=model, ports=ports)

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


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give a project with one turn, and a folder of its own for temporary files."""
    folder, temporary = tmp_path / "project", tmp_path / "temporary"
    (folder / ".git").mkdir(parents=True)
    temporary.mkdir()
    with Memory.open(folder) as memory:
        memory.record(whole_turn(SAID))
    places = {"TMPDIR": str(temporary), "SQLITE_TMPDIR": str(temporary)}
    return Project(folder, places)


def jsonl(count: int) -> bytes:
    """Give some turns as JSON Lines."""
    return b"".join(b'{"user": "Line %d."}\n' % number for number in range(count))


@by(signal.SIGINT, signal.SIGHUP)
def test_while_stdin_is_read(project: Project, number: signal.Signals) -> None:
    """What came before is recorded; what was to come is not waited for."""
    running = project.start("stdin", "record", "--from", "-", stdin=jsonl(2)).arrive()
    running.send(number)
    running.end().check(number)
    project.check(turns=3)


@by(*ENDINGS)
def test_before_a_commit(project: Project, number: signal.Signals) -> None:
    """The transaction is rolled back: the turn was never acknowledged."""
    running = project.start("before_commit", "record", "--user", "Now.").arrive()
    running.send(number)
    running.end().check(number)
    project.check(turns=1)


@by(signal.SIGTERM)
def test_within_a_commit_that_holds(project: Project, number: signal.Signals) -> None:
    """What is durable stays, although nobody was told any more."""
    running = project.start("after_commit", "record", "--user", "Now.").arrive()
    running.send(number)
    running.end().check(number)
    project.check(turns=2)


@by(signal.SIGINT)
def test_while_importing(project: Project, tmp_path: Path, number: signal.Signals) -> None:
    """The pieces that went in stay; the same import goes on where it stopped."""
    log = tmp_path / "chat.jsonl"
    said = [
        {"type": kind, "sessionId": "s", "uuid": f"{kind}{at}", "cwd": str(project.folder),
         "timestamp": f"2026-01-01T00:00:{at:02}Z",
         "message": {"role": kind, "content": f"{kind} {at}"}}
        for at in range(5)
        for kind in ("user", "assistant")
    ]  # fmt: skip
    log.write_text("".join(json.dumps(line) + "\n" for line in said))
    running = project.start("importing", "import", str(log)).arrive()
    running.send(number)
    running.end().check(number)
    project.check(turns=1 + 2)
    again = project.start("nowhere", "import", str(log)).end()
    assert again.code == 0, again.err
    project.check(turns=1 + 5)


@pytest.mark.parametrize("place", ["exporting", "exporting_hidden"])
@by(signal.SIGTERM)
def test_while_exporting(project: Project, place: str, number: signal.Signals) -> None:
    """No snapshot, no part of one, and no copy of the store is left."""
    running = project.start(place, "export").arrive()
    running.send(number)
    running.end().check(number)
    assert list((project.folder / ".sayso" / "exports").iterdir()) == []
    assert list((project.folder.parent / "temporary").iterdir()) == []
    project.check(turns=1)


@by(signal.SIGTERM)
def test_while_a_damaged_store_is_copied(project: Project, number: signal.Signals) -> None:
    """No part of the private copy is left."""
    connection = apsw.Connection(str(project.folder / ".sayso" / "memory.db"))
    connection.execute("CREATE TABLE extra (id)")
    connection.close()
    running = project.start("copying", "status").arrive()
    running.send(number)
    running.end().check(number)
    assert list((project.folder.parent / "temporary").iterdir()) == []
    assert project.left <= KEPT


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


@pytest.mark.parametrize("command", [("work",), ("work", "--watch"), ("new",)], ids=" ".join)
@by(signal.SIGTERM)
def test_while_the_model_is_asked(
    project: Project, number: signal.Signals, command: tuple[str, ...]
) -> None:
    """Nobody waits for the model; the job is left to its lease and then done by another."""
    silent = Silent()
    with Memory.open(project.folder) as memory:
        memory.record(whole_turn("And another one."))
    with serving(silent) as provider:
        project.environment.update(configured(provider))
        running = project.start("nowhere", *command)
        silent.wait()
        running.send(number)
        running.end().check(number)
    silent.close()
    project.check(turns=2)
    with project.open() as memory:
        assert set(column(memory, "status")) == {"leased"}
        assert memory.work().processed == 0
    with project.open(seconds_later=121) as memory:
        memory.work()
        assert len(memory.list()) == 1
        assert column(memory, "attempt_count")[:2] == [2, 2]


@by(signal.SIGINT)
def test_while_a_worker_has_nothing_to_do(project: Project, number: signal.Signals) -> None:
    """A watching worker ends between two looks; what it has done is done."""
    with Memory.open(project.folder) as memory:
        memory.record(whole_turn("And another one."))
    running = project.start("nowhere", "work", "--watch")
    assert running.process.stdout is not None
    for _ in range(2):  # both stages are told; from then on it looks once a second
        assert running.process.stdout.readline()
    running.send(number)
    running.end().check(number)
    project.check(turns=2)


@by(signal.SIGHUP)
def test_while_waiting_for_a_memory_to_begin(tmp_path: Path, number: signal.Signals) -> None:
    """A worker that waits for a store makes none when it is told to stop."""
    project = Project(tmp_path)
    (tmp_path / ".git").mkdir()
    running = project.start("nowhere", "work", "--watch")
    assert running.process.stderr is not None
    assert b"no memory" in running.process.stderr.readline()
    running.send(number)
    running.end().check(number)
    assert not (tmp_path / ".sayso").exists()


def test_a_program_is_told_in_an_envelope(project: Project) -> None:
    """With --json the interruption is an error like any other, and stderr stays empty."""
    running = project.start("before_commit", "record", "--user", "Now.", "--json").arrive()
    running.send(signal.SIGTERM)
    ended = running.end()
    assert (ended.code, ended.err) == (143, "")
    assert json.loads(ended.out)["error"]["code"] == "interrupted"


def test_an_ignored_signal_stays_ignored(project: Project) -> None:
    """Under nohup a hangup ends nothing."""
    arguments = ("record", "--user", "Now.")
    running = project.start("before_commit", *arguments, ignored="SIGHUP").arrive()
    running.send(signal.SIGHUP)
    running.go_on()
    assert running.end().code == 0
    project.check(turns=2)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)
def test_who_asks_twice_insists(project: Project, number: signal.Signals) -> None:
    """A second signal ends what the first one could not, and the store is as after any kill."""
    silent = Silent()
    with serving(silent) as provider:
        project.environment.update(configured(provider))
        running = project.start("closing", "work")
        silent.wait()
        running.send(number)
        running.arrive().send(number)
        ended = running.end()
    silent.close()
    assert ended.code == -number
    with project.open() as memory:
        assert memory.status().health == "healthy"


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)
def test_a_hangup_on_top_disturbs_nothing(project: Project, first: signal.Signals) -> None:
    """Systems send SIGTERM and SIGHUP together: the end stays orderly."""
    running = project.start("stdin", "record", "--from", "-", stdin=jsonl(2)).arrive()
    running.send(first)
    running.send(signal.SIGHUP)
    ended = running.end()
    assert ended.code in (ENDINGS[first], ENDINGS[signal.SIGHUP])
    project.check(turns=3)
