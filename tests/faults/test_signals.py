"""Ctrl-C, SIGTERM and SIGHUP in each phase of a command: it ends in order, and nothing is lost.

Every command runs as a process of its own. It halts at its place and says so through a pipe, or
the model it asks says so from the other side; then comes the signal. No test waits for a clock.
"""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.shell.entrances.cli.stopping import Stopped, stopped_by_signals
from sayso.shell.memory import Memory
from tests.faults.commands import ENDINGS, KEPT, Project, Silent, begun_project, configured
from tests.kit import column, whole_turn
from tests.provider import Provider, serving

if TYPE_CHECKING:
    from pathlib import Path


EVERYTHING = "SAYSO_ALL_SIGNALS" in os.environ


def by(*numbers: signal.Signals) -> pytest.MarkDecorator:
    """Try these signals; all of them where SAYSO_ALL_SIGNALS is set, as each takes a process."""
    tried = ENDINGS if EVERYTHING else numbers
    return pytest.mark.parametrize("number", tried, ids=lambda number: number.name)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give a project with one turn."""
    return begun_project(tmp_path)


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


@by(signal.SIGINT)
def test_while_backing_up(project: Project, tmp_path: Path, number: signal.Signals) -> None:
    """No backup, no part of one, and no copy is left."""
    place = tmp_path / "backups"
    place.mkdir()
    running = project.start("backing_up", "backup", str(place / "memory.backup")).arrive()
    running.send(number)
    running.end().check(number)
    assert list(place.iterdir()) == []
    assert list((tmp_path / "temporary").iterdir()) == []
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
def test_while_the_address_is_looked_up(project: Project, number: signal.Signals) -> None:
    """A name server that never answers keeps nobody from ending."""
    project.environment.update(configured(Provider(url="http://model.invalid/v1")))
    running = project.start("resolving", "work").arrive()
    running.send(number)
    running.end().check(number)
    project.check(turns=1)


@by(signal.SIGINT)
def test_while_a_worker_has_nothing_to_do(project: Project, number: signal.Signals) -> None:
    """A watching worker ends between two looks; what it has done is done."""
    with Memory.open(project.folder) as memory:
        memory.record(whole_turn("And another one."))
    running = project.start("nowhere", "work", "--watch")
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


def test_a_hangup_disturbs_nothing_until_the_process_ends() -> None:
    """It may arrive while the process still says how it ended; other signals are as before."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    try:
        with stopped_by_signals():
            pass
        assert [signal.getsignal(number) for number in numbers] == before
        with pytest.raises(Stopped), stopped_by_signals():
            signal.raise_signal(signal.SIGTERM)
        assert [signal.getsignal(number) for number in numbers] == [*before[:2], signal.SIG_IGN]
    finally:
        signal.signal(signal.SIGHUP, before[2])
