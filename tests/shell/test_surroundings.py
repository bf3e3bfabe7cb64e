"""What SQLite and the file system must be able to do, or the store is refused with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.shell.errors import MemoryStorageError
from sayso.shell.store import connection
from tests.kit import World, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_SHARED_MEMORY = "unix-none"  # SQLite's own file layer that shares nothing


@pytest.fixture
def unshared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite work as on a network file system."""
    real = apsw.Connection

    def connect(path: str, flags: int) -> apsw.Connection:
        return real(path, flags=flags, vfs=WITHOUT_SHARED_MEMORY)

    monkeypatch.setattr(apsw, "Connection", connect)


@pytest.mark.usefixtures("unshared")
def test_where_a_log_cannot_be_shared_no_store_is_used(tmp_path: Path) -> None:
    """Neither the first opening nor a later one falls back to another way of writing (S29)."""
    world = World(tmp_path)
    for _ in range(2):
        with pytest.raises(MemoryStorageError, match="cannot keep a log here") as raised:
            world.open()
        assert "local disk" in raised.value.hint


def test_a_store_that_came_to_such_a_place_is_refused(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A store in use elsewhere is not opened in another way, nor changed (S29)."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("One."))
    before = world.path.read_bytes()
    request.getfixturevalue("unshared")
    with pytest.raises(MemoryStorageError):
        world.open()
    assert world.path.read_bytes() == before


@pytest.mark.parametrize("version", ["3.51.2", "3.7.0", "2.8.17"])
def test_an_sqlite_that_can_lose_commits_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    """The version and the one that is needed are named, and no store is made (S34)."""
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: version)
    world = World(tmp_path)
    with pytest.raises(MemoryStorageError, match=f"SQLite {version} is too old") as raised:
        world.open()
    assert "3.51.3" in raised.value.hint
    assert not world.path.exists() or not world.path.stat().st_size


def test_the_sqlite_at_hand_is_new_enough() -> None:
    """Its own version passes the very check."""
    version = tuple(map(int, apsw.sqlite_lib_version().split(".")))
    assert version >= connection.SQLITE_NEEDED


class Contended(apsw.Connection):
    """A connection whose switch to WAL is refused at once, as where others switch as well."""

    refusals = 2

    def pragma(  # type: ignore[override]  # the production code gives no more than these
        self, name: str, *value: apsw.SQLiteValue
    ) -> object:
        """Refuse the switch as often as told."""
        if name == "journal_mode" and self.refusals:
            self.refusals -= 1
            raise apsw.BusyError("database is locked")
        return super().pragma(name, *value)


def test_first_openings_at_once_do_not_refuse_each_other(tmp_path: Path) -> None:
    """The switch to WAL is tried again where SQLite does not wait by itself (J01)."""
    contended = Contended(str(tmp_path / "memory.db"))
    connection.use_durable_wal(contended)
    assert contended.refusals == 0
    assert contended.pragma("journal_mode") == "wal"
    contended.close()
