"""Files of other tools are changed in one step or not at all, whatever happens meanwhile."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.agents.connections.hosts import Host, Scope
from sayso.shell.agents.connecting import Order, connect
from sayso.shell.agents.madefolders import make_folder, remove_folder
from sayso.shell.agents.otherfiles import change, clear_left, look_at
from sayso.shell.errors import MemoryStorageError, RefusedError, StalePlanError
from sayso.shell.ports import system_ports
from sayso.shell.store.trust import sayso_home

if TYPE_CHECKING:
    from pathlib import Path

PORTS = system_ports()


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the list of folders to these tests."""
    monkeypatch.setenv("SAYSO_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give an empty folder."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("then", ["another", None])
@pytest.mark.parametrize("text", ["new", None])
def test_a_file_that_changed_meanwhile_is_not_touched(
    folder: Path, then: str | None, text: str | None
) -> None:
    """What another program wrote since it was read stays, and so does its absence."""
    path = folder / "settings.json"
    path.write_text("old")
    seen = look_at(path, None)
    path.unlink()
    if then is not None:
        path.write_text(then)
    with pytest.raises(StalePlanError, match="was changed by another program meanwhile"):
        change(seen, text, PORTS)
    assert [(one.name, one.read_text()) for one in folder.iterdir()] == (
        [] if then is None else [("settings.json", then)]
    )


def test_a_file_that_came_meanwhile_is_not_replaced(folder: Path) -> None:
    """A file that was missing when it was planned is made only if it is missing still."""
    path = folder / "settings.json"
    seen = look_at(path, folder)
    path.write_text("another")
    with pytest.raises(StalePlanError):
        change(seen, "new", PORTS)
    assert [one.read_text() for one in folder.iterdir()] == ["another"]


def test_a_disk_that_fails_leaves_the_old_file_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old bytes and rights stay, and nothing half-written does."""
    path = folder / "settings.json"
    path.write_text("old")
    path.chmod(0o604)
    seen = look_at(path, None)

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(MemoryStorageError, match="No space left on device"):
            change(seen, "new", PORTS)
    assert [(one.name, one.read_text()) for one in folder.iterdir()] == [("settings.json", "old")]
    change(seen, "new", PORTS)
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o604)


def test_a_new_file_has_the_rights_the_user_gives_to_files(folder: Path) -> None:
    """The umask is asked, as it is by every other program."""
    usual = os.umask(0o027)
    try:
        change(look_at(folder / "settings.json", None), "new", PORTS)
    finally:
        os.umask(usual)
    assert (folder / "settings.json").stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_read_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is closed, too large or behind a file is named with the reason."""
    path = folder / "settings.json"
    path.write_text("old")
    with pytest.raises(RefusedError, match=r"cannot be looked at \(Not a directory\)"):
        look_at(path / "below", None)
    monkeypatch.setattr(limits, "CONNECTION_FILE_MAX_BYTES", 2)
    with pytest.raises(RefusedError, match="has 3 bytes; nothing was changed"):
        look_at(path, None)


def test_what_a_killed_run_left_is_taken_away(folder: Path) -> None:
    """A file of our pattern whose lock nobody holds goes; one being written, and others, stay."""
    left, held = (folder / f".sayso-{number:032x}.tmp" for number in (1, 2))
    others = [folder / ".sayso-1.tmp", folder / f"{left.name}.old", folder / f".x{left.name}"]
    link = folder / f".sayso-{3:032x}.tmp"
    for one in (left, held, *others):
        one.touch()
    link.symlink_to(others[0])
    with held.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        clear_left(folder / "settings.json", folder)
        assert sorted(folder.iterdir()) == sorted([held, link, *others])
    clear_left(folder / "settings.json", folder / "inner")
    assert held.exists()
    clear_left(folder / "settings.json", None)
    assert sorted(folder.iterdir()) == sorted([link, *others])
    clear_left(folder / "missing" / "settings.json", None)


def test_a_file_being_written_is_locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another run that looks for what was left does not take away what is just being written."""
    path, sync = folder / "settings.json", os.fsync
    seen = []

    def look(descriptor: int) -> None:
        clear_left(path, None)
        seen.append(len(list(folder.glob(".sayso-*.tmp"))))
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", look)
    change(look_at(path, None), "new", PORTS)
    assert (seen, list(folder.iterdir())) == ([1, 0], [path])


@pytest.mark.parametrize("moment", ["link", "fsync"])
def test_a_run_after_a_killed_one_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Killed before or behind the new name, the file beside, folder and list go at `--remove`."""
    monkeypatch.setattr("sys.argv", [str(folder.parent / "sayso")])
    (folder.parent / "sayso").touch()
    with monkeypatch.context() as patch:
        real = os.link

        def kill(*of: Path) -> None:
            if moment == "link":
                real(*of)
            raise KeyboardInterrupt

        patch.setattr(os, moment, kill)
        patch.setattr(type(folder), "unlink", lambda *_, **__: None)  # nothing after a kill
        with pytest.raises(KeyboardInterrupt):
            connect(folder, Order(host=Host.CLAUDE_CODE, scope=Scope.PROJECT))
    assert len(list((folder / ".claude").glob(".sayso-*.tmp"))) == 1
    connect(folder, Order(host=Host.CLAUDE_CODE, scope=Scope.PROJECT, remove=True))
    assert (list(folder.iterdir()), sayso_home().exists()) == ([], False)


FOREIGN = (
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo sayso hook Stop"}]}]}}'
)


def test_taking_away_where_nothing_was_connected_changes_nothing(folder: Path) -> None:
    """A file with another's hook that only names Sayso stays as it is, and the hook is told."""
    path = folder / ".claude" / "settings.json"
    path.parent.mkdir()
    path.write_text(FOREIGN)
    done = connect(folder, Order(host=Host.CLAUDE_CODE, scope=Scope.PROJECT, remove=True))
    assert path.read_text() == FOREIGN
    assert done.files[0].notes == (
        "hooks.Stop has another command that names sayso hook too; left as it is",
    )


def test_folders_that_were_made_are_taken_away_and_no_others(folder: Path) -> None:
    """One that was there, or that something lies in, stays; the list ends with its last folder."""
    listed = sayso_home() / "connected.json"
    inner = folder / "a" / "b"
    make_folder(inner)
    make_folder(inner)
    (folder / "a" / "kept").touch()
    remove_folder(inner)
    assert sorted(one.name for one in folder.rglob("*")) == ["a", "kept"]
    (folder / "a" / "kept").unlink()
    remove_folder(folder / "a")
    assert (list(folder.iterdir()), listed.exists()) == ([], False)
    there = folder / "there"
    there.mkdir()
    make_folder(there)
    remove_folder(there)
    assert there.is_dir()
    assert not sayso_home().exists()
    sayso_home().mkdir()
    make_folder(inner)
    remove_folder(inner)
    assert list(sayso_home().iterdir()) == []
    for damage in (b"{", b"{}", b"[1]"):
        listed.write_bytes(damage)
        remove_folder(there)
        assert there.is_dir()
