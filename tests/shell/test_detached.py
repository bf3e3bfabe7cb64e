"""A worker of its own is started where work waits, once per store, and holds nobody back."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.detached import WorkerLock, is_at_work, start_if_due
from sayso.shell.errors import RequestError
from tests.records import NOON_US

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Started = list[tuple[str, tuple[str, ...], dict[str, object]]]
SOON_US = NOON_US + limits.WORKER_REST_MAX_US


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project that has a store's folder."""
    (tmp_path / ".sayso").mkdir()
    return tmp_path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Keep what would be started, and start nothing."""
    kept: Started = []

    def spawn(path: str, arguments: tuple[str, ...], _variables: object, **how: object) -> int:
        kept.append((path, arguments, how))
        return 1

    monkeypatch.setattr(os, "posix_spawn", spawn)
    return kept


def test_it_runs_with_our_own_interpreter(
    project: Path, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path with spaces is one argument, no module of the project is imported, the session is
    its own, and all three streams lead nowhere.
    """
    monkeypatch.setattr(sys, "executable", "/opt/my venv/bin/python")
    monkeypatch.chdir(project)
    assert start_if_due(project.relative_to(project), 1)
    ((path, arguments, how),) = started
    assert path == "/opt/my venv/bin/python"
    module = "sayso.shell.entrances.background"
    assert arguments == (path, "-P", "-m", module, str(project))
    assert how["setsid"] is True
    assert how["file_actions"] == [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDWR, 0),
        (os.POSIX_SPAWN_DUP2, 0, 1),
        (os.POSIX_SPAWN_DUP2, 0, 2),
    ]


def test_an_old_c_library_starts_it_in_another_way(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a new session cannot be spawned, a process is forked for it."""

    def refuse(*_: object, **__: object) -> int:
        raise NotImplementedError

    kept: list[tuple[object, object]] = []
    monkeypatch.setattr(os, "posix_spawn", refuse)
    monkeypatch.setattr(subprocess, "Popen", lambda words, **how: kept.append((words, how)))
    assert start_if_due(project, 1)
    nothing = subprocess.DEVNULL
    assert kept[0][1] == {
        "stdin": nothing,
        "stdout": nothing,
        "stderr": nothing,
        "start_new_session": True,
    }


def without_work(project: Path) -> int:
    """Have no job."""
    return 0


def held(project: Path) -> int:
    """Let another worker be there."""
    WorkerLock(project).take()
    return 1


def resting(project: Path) -> int:
    """Let a worker have said that about two jobs nothing is due for now."""
    rest(project, 2, SOON_US)
    return 2


def cleared_away(project: Path) -> int:
    """Have no store any more."""
    (project / ".sayso" / "worker.lock").unlink(missing_ok=True)
    (project / ".sayso").rmdir()
    return 1


def rest(project: Path, pending: int, until_us: int) -> None:
    """Leave as a worker does while jobs wait."""
    lock = WorkerLock(project)
    assert lock.take()
    lock.rest(pending, until_us)
    lock.let_go()
    lock.let_go()


@pytest.mark.parametrize("arrange", [without_work, held, resting, cleared_away])
def test_none_is_started_for_nothing(
    project: Path, started: Started, arrange: Callable[[Path], int]
) -> None:
    """Without work, beside another worker, during its rest or without a store nothing starts."""
    assert not start_if_due(project, arrange(project), NOON_US)
    assert started == []


@pytest.mark.parametrize(
    ("pending", "now_us"),
    [
        (3, NOON_US),  # a new job
        (2, SOON_US),  # the time has come
        (2, NOON_US - 1),  # longer than any rest: a clock has jumped
    ],
)
def test_a_rest_ends(project: Path, started: Started, pending: int, now_us: int) -> None:
    """More work, the time that was told or a clock that jumped end what a worker said."""
    rest(project, 2, SOON_US)
    assert start_if_due(project, pending, now_us)
    assert len(started) == 1


@pytest.mark.parametrize("text", ["", "2", "2 x", "9" * 40 + " 1", "-2 5", "²  5"])
def test_any_other_words_in_the_file_are_no_rest(
    project: Path, started: Started, text: str
) -> None:
    """What came with a folder keeps nobody from working."""
    (project / ".sayso" / "worker.lock").write_text(text, "utf-8")
    assert start_if_due(project, 1, NOON_US)


@pytest.mark.parametrize(
    ("told", "is_started"),
    [
        (("0", ""), False),
        (("no", ""), False),
        (("1", "background = false"), True),
        (("", "background = false"), False),
        (("", "background = true"), True),
        (("", 'model = "small"'), True),
        (("", ""), True),
    ],
)
def test_the_user_can_switch_it_off(
    project: Path,
    started: Started,
    monkeypatch: pytest.MonkeyPatch,
    told: tuple[str, str],
    is_started: bool,
) -> None:
    """SAYSO_BACKGROUND over the configuration file over the default, which is on."""
    variable, configured = told
    (project / "config.toml").write_text(configured, "utf-8")
    monkeypatch.setenv("SAYSO_HOME", str(project))
    monkeypatch.setenv("SAYSO_BACKGROUND", variable)
    assert start_if_due(project, 1) is is_started
    assert len(started) == is_started


def test_a_setting_that_makes_no_sense_is_told(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever starts a worker hears of it, as of any setting."""
    monkeypatch.setenv("SAYSO_BACKGROUND", "perhaps")
    with pytest.raises(RequestError, match="background is 'perhaps'"):
        start_if_due(project, 1)


def test_a_lock_that_came_with_a_folder_leads_nowhere(project: Path, tmp_path: Path) -> None:
    """A link, a folder or a file of two names is not used, and nothing behind it is touched."""
    precious = tmp_path / "precious"
    precious.write_text("mine", "utf-8")
    lock = project / ".sayso" / "worker.lock"
    for make in (lock.symlink_to, lock.hardlink_to, lambda _path: lock.mkdir()):
        make(precious)
        with pytest.raises(OSError, match="lock"):
            start_if_due(project, 1)
        with pytest.raises(OSError, match="lock"):
            WorkerLock(project).take()
        assert not is_at_work(project)
        lock.rmdir() if lock.is_dir() else lock.unlink()
    assert precious.read_text("utf-8") == "mine"


def test_a_look_is_no_worker(project: Path) -> None:
    """Looks share the lock, so none hides another and a worker that comes meanwhile gets it."""
    assert not is_at_work(project)
    lock = WorkerLock(project)
    assert lock.take()
    assert is_at_work(project)
    assert not WorkerLock(project).take()
    lock.let_go()
    assert not is_at_work(project)
    assert (project / ".sayso" / "worker.lock").stat().st_mode & 0o777 == 0o600
