"""Files of other tools are changed in one step or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.shell.agents.madefolders import make_folder, remove_folder
from sayso.shell.agents.otherfiles import change, look_at
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
    for damage in (b"{", b"{}", b"[1]"):
        listed.write_bytes(damage)
        remove_folder(there)
        assert there.is_dir()
