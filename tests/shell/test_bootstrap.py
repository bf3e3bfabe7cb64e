"""How a store comes into being, and how an existing one is opened: verified, never repaired."""

import stat
from pathlib import Path
from typing import NoReturn

import apsw
import pytest

from sayso.core.catalog import (
    APPLICATION_ID,
    MANIFEST_DIGEST,
    SCHEMA_VERSION,
    Healthy,
    catalog_digest,
)
from sayso.core.project import lifecycle
from sayso.shell.errors import MemoryStorageError, NotFoundError, RefusedError
from sayso.shell.memory import Memory
from sayso.shell.store.bootstrap import manifest, verify
from sayso.shell.store.opening import find_project
from tests.kit import World, whole_turn


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


def mode(path: Path) -> int:
    """Give the permission bits of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def pragma(path: Path, name: str) -> object:
    """Read one pragma of a database file."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return connection.pragma(name)
    finally:
        connection.close()


def test_the_first_opening_makes_everything(world: World) -> None:
    """File, meta row, one scope and one active thread are there at once (A28-A30, A101)."""
    with world.open() as memory:
        report = memory.status()
        assert (report.health, report.threads, report.generation) == ("healthy", 1, 1)
        assert report.turns.total == 0
        assert memory.context().history == ()
        assert memory.context().text == ""
        assert memory.search("anything") == ()
        assert memory.list() == ()
    assert pragma(world.path, "user_version") == SCHEMA_VERSION
    assert pragma(world.path, "application_id") == APPLICATION_ID
    assert pragma(world.path, "journal_mode") == "wal"


def test_everything_is_private_to_the_user(world: World) -> None:
    """Folder 0700, files 0600 also for the log, and git ignores all of it (S31)."""
    with world.open() as memory:
        memory.record(whole_turn("Hello?"))
        assert mode(world.path.parent) == 0o700
        for name in ("memory.db", "memory.db-wal", "memory.db-shm"):
            assert mode(world.path.parent / name) == 0o600
    assert (world.path.parent / ".gitignore").read_text() == "*\n"


def test_a_later_opening_changes_nothing(world: World) -> None:
    """The same thread is used again, without one write transaction (A34, A103-A105)."""
    with world.open() as memory:
        memory.record(whole_turn("Hello?"))
    before = world.path.read_bytes()
    with world.open() as memory:
        assert memory.status().threads == 1
        assert memory.context().history[0].text == "Hello?"
    assert world.path.read_bytes() == before


def test_reading_commands_create_nothing(world: World) -> None:
    """Without a store, opening for reading says so and leaves no folder behind (design 5.15)."""
    with pytest.raises(NotFoundError, match="no memory"):
        world.open(create=False)
    assert not world.path.parent.exists()


@pytest.mark.parametrize("create", [True, False])
def test_a_blank_file_is_no_store_yet(world: World, create: bool) -> None:
    """A file of no length may become a store (A102), but only for those who may create one."""
    world.path.parent.mkdir()
    world.path.touch()
    if create:
        with world.open() as memory:
            assert memory.status().health == "healthy"
    else:
        with pytest.raises(NotFoundError):
            world.open(create=False)
        assert world.path.read_bytes() == b""


@pytest.mark.parametrize("create", [True, False])
def test_a_blank_database_becomes_a_store(world: World, create: bool) -> None:
    """One without any object, version and id is initialised as if new (A102), not by reading."""
    world.path.parent.mkdir()
    connection = apsw.Connection(str(world.path))
    connection.execute("CREATE TABLE gone (id); DROP TABLE gone")
    connection.close()
    before = world.path.read_bytes()
    if create:
        with world.open() as memory:
            assert memory.status().health == "healthy"
    else:
        with pytest.raises(NotFoundError):
            world.open(create=False)
        assert world.path.read_bytes() == before


def test_a_first_opening_that_was_cut_off_is_done_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it counts: a reader finds no memory, and the next opening makes everything."""

    def fail(*_args: object) -> NoReturn:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(lifecycle, "plan_birth", fail)
        with pytest.raises(KeyboardInterrupt):
            world.open()
    assert world.path.read_bytes() == b""
    with pytest.raises(NotFoundError):
        world.open(create=False)
    with world.open() as memory:
        assert memory.status().health == "healthy"


def test_the_kept_digest_is_that_of_the_manifest() -> None:
    """What an opening compares first stands for the schema files as they are.

    Whoever changes them puts what this test gives into core/catalog.py.
    """
    assert catalog_digest(manifest()) == MANIFEST_DIGEST


def test_the_old_format_is_deleted_unread(world: World) -> None:
    """A memory.json of old is dropped at the first initialisation (A126-A128)."""
    world.path.parent.mkdir()
    legacy = world.path.parent / "memory.json"
    legacy.write_bytes(b"\xff not even JSON")
    world.open().close()
    assert not legacy.exists()


def test_an_old_file_that_cannot_be_deleted_is_an_error(world: World) -> None:
    """A failure to delete it is reported as one of storage (A129)."""
    (world.path.parent / "memory.json").mkdir(parents=True)
    with pytest.raises(MemoryStorageError, match=r"memory\.json"):
        world.open()


def test_an_old_file_beside_a_store_is_left(world: World) -> None:
    """Only the first initialisation touches it."""
    world.open().close()
    legacy = world.path.parent / "memory.json"
    legacy.write_text("{}")
    world.open().close()
    assert legacy.exists()


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """A project must exist before it can remember."""
    with pytest.raises(NotFoundError, match="not a folder"):
        Memory.open(tmp_path / "nowhere")


def test_the_nearest_store_going_up_is_used(tmp_path: Path) -> None:
    """A folder below a project belongs to it, up to the git root and no further."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    assert find_project(inner) == tmp_path.resolve()
    (tmp_path / "a" / ".sayso").mkdir()
    assert find_project(inner) == (tmp_path / "a").resolve()
    (inner / ".git").mkdir()
    assert find_project(inner) == inner.resolve()


def test_the_home_folder_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The `.sayso` of the home folder holds settings, not a project's memory."""
    home = tmp_path / "home"
    (home / ".sayso").mkdir(parents=True)
    (home / "work").mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    (tmp_path / ".git").mkdir()
    assert find_project(home / "work") != home


def test_the_manifest_is_made_once() -> None:
    """The exact catalogue comes from the schema file and is cached (A96)."""
    assert manifest() is manifest()
    assert {one.type for one in manifest()} == {"table", "index", "trigger"}


def test_the_catalogue_survives_a_vacuum(world: World) -> None:
    """Rewriting the file does not change what it is."""
    world.open().close()
    connection = apsw.Connection(str(world.path))
    connection.execute("VACUUM")
    connection.close()
    with world.open() as memory:
        assert memory.health == Healthy()


def test_the_long_checks_are_left_out_for_a_large_file(world: World) -> None:
    """A large file is opened without them; a thorough check always runs them."""
    with world.open():
        pass
    connection = apsw.Connection(str(world.path))
    try:
        connection.execute("PRAGMA foreign_keys = off")
        connection.execute("INSERT INTO memory_item_candidates VALUES (98, 99)")
        assert verify(connection, 2**40) == Healthy()
        assert verify(connection, 0) != Healthy()
    finally:
        connection.close()


def test_a_second_close_does_nothing(world: World) -> None:
    """Closing is idempotent; using a closed memory is refused."""
    memory = world.open()
    memory.close()
    memory.close()
    with pytest.raises(RefusedError, match="this memory is closed"):
        memory.record(whole_turn("Hello?"))
