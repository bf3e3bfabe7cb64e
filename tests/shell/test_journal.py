"""The journal of hooks: bounded, private, and never a cause of trouble itself."""

import json
import os
from pathlib import Path

import pytest

from sayso.core import limits
from sayso.shell.agents.journal import note_fault, note_fired, read_journal
from tests.records import NOON_US

HOST, EVENT = "claude-code", "Stop"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a project with a store folder, and a SAYSO_HOME that is not there yet."""
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))
    folder = tmp_path / "project"
    (folder / ".sayso").mkdir(parents=True)
    return folder


def told(folder: Path) -> list[str]:
    """Give the texts of the faults that a folder's status shows."""
    return [fault.fault for fault in read_journal(folder).faults]


def test_the_newest_faults_come_first(project: Path) -> None:
    """The five newest faults are told, newest first, each on one line with where it came from."""
    for number in range(7):
        note_fault(project, HOST, EVENT, f"fault\n {number}", NOON_US + number)
    assert told(project) == ["fault 6", "fault 5", "fault 4", "fault 3", "fault 2"]
    first = read_journal(project).faults[0]
    assert (first.at_us, first.host, first.event) == (NOON_US + 6, HOST, EVENT)
    assert (project / ".sayso/log").stat().st_mode & 0o777 == 0o600


def test_what_repeats_is_told_once(project: Path) -> None:
    """A fault at every prompt hides no other one; its newest time counts."""
    for at_us in range(9):
        note_fault(project, HOST, EVENT, "again", NOON_US + at_us)
    note_fault(project, HOST, EVENT, "once", NOON_US - 1)
    assert told(project) == ["again", "once"]
    assert read_journal(project).faults[0].at_us == NOON_US + 8


def test_a_folder_that_cannot_be_used_is_told_at_home(project: Path, tmp_path: Path) -> None:
    """Without a store folder the home's log keeps the fault, and only that project shows it; one
    without a project shows everywhere.
    """
    bare, other = tmp_path / "bare", tmp_path / "other"
    note_fault(bare, HOST, EVENT, "of bare", NOON_US)
    note_fault(None, HOST, EVENT, "of nobody", NOON_US + 1)
    assert told(bare) == ["of nobody", "of bare"]
    assert told(other) == told(project) == ["of nobody"]
    assert not bare.exists()


def test_a_log_is_cut_to_its_newest_half(project: Path) -> None:
    """A log stays below 256 KiB, and what is left are whole lines up to the newest one."""
    log = project / ".sayso/log"
    line = json.dumps({"at": 1, "host": HOST, "event": EVENT, "fault": "x" * 400}) + "\n"
    log.write_text(line * (limits.JOURNAL_MAX_BYTES // len(line)))
    note_fault(project, HOST, EVENT, "y" * 9_000, NOON_US)
    left = log.read_text().splitlines()
    assert limits.JOURNAL_MAX_BYTES // 2 - 1_000 < log.stat().st_size < limits.JOURNAL_MAX_BYTES
    assert all(json.loads(one)["host"] == HOST for one in left)
    assert told(project)[0] == "y" * limits.JOURNAL_FAULT_MAX_CHARS


def _link(place: Path, target: Path) -> None:
    place.symlink_to(target)


def _name(place: Path, target: Path) -> None:
    target.touch()
    os.link(target, place)


def _pipe(place: Path, target: Path) -> None:
    del target
    os.mkfifo(place)


@pytest.mark.parametrize("make", [_link, _name, _pipe])
def test_what_came_with_a_folder_is_not_written_through(
    make: object, project: Path, tmp_path: Path
) -> None:
    """A log that is a link, a second name of a file or a pipe is left alone, and home keeps it."""
    assert callable(make)
    make(project / ".sayso/log", tmp_path / "target")
    (project / ".sayso/fired").symlink_to(tmp_path)
    note_fault(project, HOST, EVENT, "kept", NOON_US)
    note_fired(project, HOST, EVENT)
    assert told(project) == ["kept"]
    assert not (tmp_path / "target").exists() or not (tmp_path / "target").read_bytes()
    assert not (tmp_path / f"{HOST}.{EVENT}").exists()


def test_lines_that_are_no_faults_are_passed_over(project: Path) -> None:
    """Damage in a log hides no other line."""
    note_fault(project, HOST, EVENT, "before", NOON_US)
    with (project / ".sayso/log").open("ab") as log:
        log.write(b'\xff{"at": "x"}\n[' + b"[" * 100_000 + b'\n{"at": 1e400}\n7\nnull\n')
    note_fault(project, HOST, EVENT, "after \ud800", NOON_US + 1)
    assert told(project) == ["after \ud800", "before"]


def test_nothing_can_be_written_and_nothing_is_raised(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where neither place can be used a fault is lost, and the hook goes on."""
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "file"))
    (tmp_path / "file").write_text("no folder")
    (project / ".sayso").rmdir()
    note_fault(project, HOST, EVENT, "lost", NOON_US)
    note_fired(project, HOST, EVENT)
    assert read_journal(project).faults == ()
    assert read_journal(project).fired == {}


def test_a_hook_that_fired_is_told_with_its_time(project: Path) -> None:
    """The time of the last firing is kept per host and event, and another firing renews it."""
    note_fired(project, HOST, EVENT)
    os.utime(project / ".sayso/fired" / f"{HOST}.{EVENT}", ns=(0, 7_000))
    assert read_journal(project).fired == {f"{HOST}.{EVENT}": 7}
    note_fired(project, HOST, EVENT)
    note_fired(project, "../..", "escape")
    fired = read_journal(project).fired
    assert list(fired) == [f"{HOST}.{EVENT}"]
    assert fired[f"{HOST}.{EVENT}"] > 7
