"""Known stores: noted before a store is made, by an id that never leads anywhere else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.catalog import Healthy
from sayso.core.project.lifecycle import plan_birth
from sayso.shell.errors import MemoryStorageError, NotFoundError
from sayso.shell.memory import Memory
from sayso.shell.store import opening
from sayso.shell.store.bootstrap import create
from sayso.shell.store.connection import open_new
from sayso.shell.store.trust import KnownStores, known_stores, sayso_home
from tests.kit import World, whole_turn
from tests.shell.knowing import known, store_id

if TYPE_CHECKING:
    import apsw


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be a user whose Sayso has made nothing yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("SAYSO_HOME", str(folder))
    return folder


def test_a_store_made_here_is_known(tmp_path: Path, home: Path) -> None:
    """Its id is an empty file that belongs to the user alone, and it opens as before."""
    world = World(tmp_path)
    world.open().close()
    assert known(home) == [store_id(world.path)]
    (mark,) = (path for path in home.rglob("*") if path.is_file())
    assert mark.read_bytes() == b""
    assert mark.stat().st_mode & 0o777 == 0o600
    assert mark.parent.stat().st_mode & 0o777 == 0o700
    with world.open(create=False) as memory:
        assert memory.health == Healthy()
    assert len(known(home)) == 1


def test_a_copy_of_ones_own_folder_is_ones_own(tmp_path: Path) -> None:
    """A project may be moved or copied by its user."""
    (tmp_path / "one").mkdir()
    world = World(tmp_path / "one")
    world.open().close()
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    with World(tmp_path / "two").open() as memory:
        assert memory.health == Healthy()


def test_without_a_home_nothing_is_half_made(tmp_path: Path, home: Path) -> None:
    """Where no store can be known none is made: one clear line, and the project stays as it is."""
    home.write_text("no folder")
    world = World(tmp_path)
    with pytest.raises(MemoryStorageError, match="which memory is yours") as told:
        world.open()
    assert "SAYSO_HOME" in told.value.hint
    assert not world.path.parent.exists()
    with pytest.raises(NotFoundError):
        world.open(create=False)


def test_a_home_that_cannot_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to see whether a store is known is not the same as not to know it."""
    world = World(tmp_path)
    world.open().close()
    monkeypatch.setattr("os.lstat", refuse)
    with pytest.raises(MemoryStorageError, match=r"cannot look up in .*: Permission denied"):
        world.open()


def refuse(*_: object, **__: object) -> None:
    """Refuse like a system."""
    raise PermissionError(13, "Permission denied")


def test_an_empty_home_is_none() -> None:
    """An empty SAYSO_HOME means the usual folder, not the current one."""
    usual = Path.home() / ".sayso"
    assert sayso_home({"SAYSO_HOME": ""}) == sayso_home({}) == usual
    assert sayso_home({"SAYSO_HOME": "/elsewhere"}) == Path("/elsewhere")


def test_a_link_is_not_followed(tmp_path: Path, home: Path) -> None:
    """Neither the folder of known stores nor a file in it may lead elsewhere."""
    (tmp_path / "elsewhere").mkdir()
    (home / "stores").mkdir(parents=True)
    stores = KnownStores(home)
    (home / "stores" / ("a" * 32)).symlink_to(tmp_path / "target")
    with pytest.raises(MemoryStorageError):
        stores.remember("a" * 32)
    assert not stores.knows("a" * 32)
    assert not (tmp_path / "target").exists()
    shutil.rmtree(home)
    home.mkdir()
    (home / "stores").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MemoryStorageError):
        stores.remember("b" * 32)
    assert not list((tmp_path / "elsewhere").iterdir())


def test_a_store_that_does_not_come_to_be_is_forgotten(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where folder or file cannot be made, the id that was drawn for it is gone again."""
    monkeypatch.setattr(opening, "open_new", refuse)
    with pytest.raises(MemoryStorageError):
        World(tmp_path).open()
    assert known(home) == []


def test_two_that_begin_at_once_know_one_store(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes second finds the store of the first and forgets the id of their own."""
    world = World(tmp_path)
    really = open_new

    def beaten(path: Path) -> apsw.Connection:
        first = really(path)
        birth = opening.new_birth(world.ports)
        known_stores().remember(birth.store_id)
        create(first, plan_birth(birth))
        first.close()
        return really(path)

    monkeypatch.setattr(opening, "open_new", beaten)
    with world.open() as memory:
        assert memory.health == Healthy()
    assert known(home) == [store_id(world.path)]


def test_a_store_in_memory_leaves_no_trace(home: Path) -> None:
    """A demonstration is nobody's store."""
    with Memory.in_memory() as memory:
        memory.record(whole_turn("Hello?"))
    assert not home.exists()
