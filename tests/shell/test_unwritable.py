"""A store that may only be read: looked at on a copy, and otherwise refused with a reason.

Run by the superuser, to whom everything is allowed, these tests act as an ordinary user.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from sayso.core.catalog import ALLOW_WRITING, Degraded
from sayso.shell.errors import MemorySchemaError, MemoryStorageError, NotFoundError
from tests.kit import World, whole_turn
from tests.older_store import take_back
from tests.shell.damages import DAMAGES, left_in
from tests.shell.lived import QUOTE, SAID, lived_in

ORDINARY_USER = 65_534


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Give a store that belongs to an ordinary user, and be that user."""
    import_module("sayso.shell.memory")  # an ordinary user may be kept from the interpreter's files
    is_superuser = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp(prefix="sayso-test-"))
    try:
        if is_superuser:
            os.chown(folder, ORDINARY_USER, ORDINARY_USER)
            os.seteuid(ORDINARY_USER)
        monkeypatch.setenv("SAYSO_HOME", str(folder / "home"))
        yield lived_in(folder)
    finally:
        if is_superuser:
            os.seteuid(0)
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o700)
        shutil.rmtree(folder)


def forbid_writing_the_file(world: World) -> Path:
    """Take the right to write away from the file."""
    world.path.chmod(0o400)
    return world.path


def forbid_writing_the_folder(world: World) -> Path:
    """Take the right to write away from the folder, where SQLite puts its log."""
    world.path.parent.chmod(0o500)
    return world.path.parent


FORBID = [forbid_writing_the_file, forbid_writing_the_folder]


def test_a_store_of_an_older_version_stays_older(world: World) -> None:
    """It cannot be brought up; what is wrong with it is the right to write and nothing else."""
    take_back(world.path)
    part = forbid_writing_the_file(world)
    before = left_in(world.path.parent)
    with world.open(create=False) as memory:
        report = memory.status()
        assert report.findings == (f"{part} may not be written to",)
        assert (report.items.active, report.foreign_notes) == (1, 0)
        assert memory.why("m1").item.title == QUOTE
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize("forbid", FORBID)
@pytest.mark.parametrize("create", [True, False])
def test_a_store_that_may_only_be_read_is_shown(
    world: World, forbid: Callable[[World], Path], create: bool
) -> None:
    """Status, show and export work on a copy, everything else says what to do (S09-S10)."""
    part = forbid(world)
    before = left_in(world.path.parent)
    assert world.folder is not None
    with world.open(create=create) as memory:
        report = memory.status()
        assert report.health == "degraded"
        assert report.findings == (f"{part} may not be written to",)
        assert report.remedy == ALLOW_WRITING
        assert (report.turns.total, report.items.active) == (2, 1)
        assert memory.show("m1").item.title == QUOTE
        snapshot = json.loads(memory.export(world.folder / "out").read_text("utf-8"))
        assert [turn["user_text"] for turn in snapshot["turns"]] == [SAID, "Later?"]
        for use in (lambda: memory.record(whole_turn("Hello?")), memory.list, memory.work):
            with pytest.raises(MemorySchemaError, match="may not be written to") as told:
                use()
            assert told.value.hint == f"see 'sayso status'; {ALLOW_WRITING}"
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize("forbid", FORBID)
def test_a_clear_without_the_right_deletes_nothing(
    world: World, forbid: Callable[[World], Path]
) -> None:
    """It fails with a storage error, and the store is as it was."""
    forbid(world)
    before = left_in(world.path.parent)
    with world.open() as memory, pytest.raises(MemoryStorageError) as told:
        memory.clear(confirm=True)
    assert told.value.hint
    assert left_in(world.path.parent) == before


@pytest.mark.parametrize("forbid", FORBID)
def test_damage_is_told_besides(world: World, forbid: Callable[[World], Path]) -> None:
    """A store that may not be written and is damaged shows both."""
    DAMAGES["extra table"](world.path)
    part = forbid(world)
    with world.open() as memory:
        assert memory.health == Degraded(
            findings=(f"{part} may not be written to", "unexpected table extra"),
            remedy=ALLOW_WRITING,
        )


def test_with_the_right_everything_works_again(world: World) -> None:
    """Nothing of it sticks: it was never the store that was wrong."""
    for forbid in FORBID:
        part = forbid(world)
        assert isinstance(world.open().health, Degraded)
        part.chmod(0o700)
    with world.open() as memory:
        assert memory.record(whole_turn("Hello?")) == 4


def test_a_file_that_may_not_be_read_is_an_error(world: World) -> None:
    """Of a store that cannot even be looked at nothing is claimed."""
    world.path.chmod(0o200)
    with pytest.raises(MemoryStorageError, match=r"memory\.db may not be read") as told:
        world.open()
    assert told.value.hint == "give yourself the right to read it"


def test_a_folder_that_may_not_be_entered_is_an_error(world: World) -> None:
    """The same for its folder."""
    world.path.parent.chmod(0)
    with pytest.raises(MemoryStorageError, match="Permission denied"):
        world.open()


def test_no_store_can_be_made_where_nothing_may(world: World) -> None:
    """In a project that may not be written a first use is an error; a reading one finds nothing."""
    assert world.folder is not None
    shutil.rmtree(world.path.parent)
    world.folder.chmod(0o500)
    with pytest.raises(NotFoundError, match="no memory"):
        world.open(create=False)
    with pytest.raises(MemoryStorageError, match="Permission denied"):
        world.open()


def test_an_export_to_where_nothing_may_be_written_says_so(world: World) -> None:
    """The folder is named with the reason and another way, and nothing is left in it."""
    assert world.folder is not None
    out = world.folder / "out"
    out.mkdir()
    out.chmod(0o500)
    with world.open() as memory, pytest.raises(MemoryStorageError, match="Permission") as told:
        memory.export(out)
    assert str(out) in told.value.message
    assert "--out" in told.value.hint
    assert list(out.iterdir()) == []


def test_without_a_folder_for_temporary_files_an_export_fails_clearly(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged store is copied for it; where that cannot be, the error is one of storage."""
    assert world.folder is not None
    DAMAGES["extra table"](world.path)
    monkeypatch.setattr(tempfile, "tempdir", str(world.folder / "nowhere"))
    with world.open() as memory, pytest.raises(MemoryStorageError, match="cannot copy") as told:
        memory.export(world.folder / "out")
    assert "TMPDIR" in told.value.hint
