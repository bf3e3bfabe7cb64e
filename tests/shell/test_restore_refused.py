"""What is no sound backup is refused in one line, before a single byte is written."""

from __future__ import annotations

import errno
import os
import shutil
from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.shell.errors import (
    ForeignStoreError,
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
    RefusedError,
    SaysoError,
)
from sayso.shell.restoring import restore
from tests.shell.damages import DAMAGES, left_in
from tests.shell.lived import lived_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.kit import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


def refusal(world: World, file: Path) -> SaysoError:
    """Restore in vain; gives the error, once nothing was changed."""
    assert world.folder is not None
    before = left_in(world.folder)
    with pytest.raises(SaysoError) as caught:
        restore(file, world.folder, confirm=True, ports=world.ports)
    assert left_in(world.folder) == before
    assert "\n" not in caught.value.message
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused(world: World, tmp_path: Path, name: str) -> None:
    """Whatever is wrong with a copy of a store, it never takes the place of one."""
    copies = tmp_path / "copies"
    shutil.copytree(world.path.parent, copies / ".sayso")
    file = copies / ".sayso" / "memory.db"
    DAMAGES[name](file)
    assert isinstance(refusal(world, file), MemorySchemaError | NotFoundError)


def test_a_flipped_bit_in_a_turn(world: World, tmp_path: Path) -> None:
    """What only a turn's hash can tell is told, too (S13)."""
    with world.open() as memory:
        file = memory.backup(tmp_path / "backup.db").path
    content = bytearray(file.read_bytes())
    content[content.index(b"Later?")] ^= 1
    file.write_bytes(content)
    assert "is no sound backup: t3" in refusal(world, file).message


def test_a_newer_version(world: World, tmp_path: Path) -> None:
    """A backup that a newer Sayso made is refused, and the version is named (S24)."""
    with world.open() as memory:
        file = memory.backup(tmp_path / "backup.db").path
    connection = apsw.Connection(str(file))
    connection.pragma("user_version", 5)
    connection.close()
    assert "schema version 5, this program knows 4" in refusal(world, file).message


@pytest.mark.parametrize("store_id", ["../../evil", "", "A" * 32])
def test_an_id_that_sayso_does_not_give(world: World, tmp_path: Path, store_id: str) -> None:
    """A name that could lead elsewhere becomes no file of the user, and no store."""
    with world.open() as memory:
        file = memory.backup(tmp_path / "backup.db").path
    connection = apsw.Connection(str(file))
    connection.execute("UPDATE memory_meta SET store_id = ?", (store_id,))
    connection.close()
    assert "none that Sayso gives" in refusal(world, file).message


def put_foreign(file: Path) -> None:
    """Make another program's database."""
    connection = apsw.Connection(str(file))
    connection.execute("CREATE TABLE customers (name)")
    connection.close()


@pytest.mark.parametrize(
    ("kind", "error", "what"),
    [
        ("foreign", ForeignStoreError, "a database of another program"),
        ("text", ForeignStoreError, "a text file"),
        ("empty", ForeignStoreError, "is empty"),
        ("blank", ForeignStoreError, "a database without anything in it"),
        ("link", ForeignStoreError, "a symbolic link"),
        ("folder", ForeignStoreError, "a folder"),
        ("pipe", ForeignStoreError, "no regular file"),
        ("noise", MemorySchemaError, "no sound backup"),
        ("missing", NotFoundError, "there is no file"),
        ("below a file", NotFoundError, "there is no file"),
    ],
)
def test_what_is_no_backup(
    world: World, tmp_path: Path, kind: str, error: type[SaysoError], what: str
) -> None:
    """A stranger's database, a text, a link, a folder, a pipe: each by its name (S20-S23)."""
    file = tmp_path / "file.db"
    if kind == "foreign":
        put_foreign(file)
    elif kind == "link":
        with world.open() as memory:
            file.symlink_to(memory.backup(tmp_path / "backup.db").path)
    elif kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "below a file":
        file.write_text("x")
        file = file / "backup.db"
    elif kind == "blank":
        connection = apsw.Connection(str(file))
        connection.execute("CREATE TABLE x (y); DROP TABLE x")
        connection.close()
    elif kind != "missing":
        contents = {"text": b"Dear diary", "empty": b"", "noise": bytes(range(256)) * 64}
        file.write_bytes(contents[kind])
    refused = refusal(world, file)
    assert isinstance(refused, error)
    assert what in refused.message
    assert "nothing was changed" in refused.hint


@pytest.mark.parametrize("is_linked", [False, True])
def test_the_store_itself(world: World, tmp_path: Path, is_linked: bool) -> None:
    """A store is no backup of itself, whatever name it has."""
    file = world.path
    if is_linked:
        file = tmp_path / "other.db"
        os.link(world.path, file)
    refused = refusal(world, file)
    assert isinstance(refused, RefusedError)
    assert "is the store itself" in refused.message


def test_somebody_elses_database_is_not_written_over(world: World, tmp_path: Path) -> None:
    """A stranger's database in the place of the store stays what it is."""
    with world.open() as memory:
        file = memory.backup(tmp_path / "backup.db").path
    for part in world.path.parent.iterdir():
        part.unlink()
    put_foreign(world.path)
    assert isinstance(refusal(world, file), ForeignStoreError)


@pytest.mark.parametrize("name", ["write", "fsync"])
def test_a_full_disk_leaves_the_store_as_it_was(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Without room for the private copy, or for the mark, nothing is replaced."""
    with world.open() as memory:
        file = memory.backup(tmp_path / "backup.db").path

    def fail(*_given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    target = (
        "sayso.shell.store.files._copy_file"
        if name == "write"
        else "sayso.shell.store.witness.Witness.announce"
    )
    with monkeypatch.context() as patch:
        patch.setattr(target, fail)
        assert isinstance(refusal(world, file), MemoryStorageError)
    assert world.folder is not None
    assert restore(file, world.folder, confirm=True, ports=world.ports).holding.turns == 2
