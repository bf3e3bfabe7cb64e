"""A salvage as a user meets it: what lies there, what is written, and what is left alone."""

from __future__ import annotations

import json
import shutil
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import pytest

from sayso.shell import exporting
from sayso.shell.errors import (
    ForeignStoreError,
    MemorySchemaError,
    MemoryStorageError,
    NotFoundError,
)
from sayso.shell.exporting import EXPORTED_TABLES
from sayso.shell.salvaging import salvage_store
from tests.kit import World, whole_turn
from tests.ruins import PAGE_BYTES, overwritten
from tests.shell.damages import left_in, put_log
from tests.shell.lived import QUOTE, SAID, lived_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.shell.salvaging import Salvaged

Snapshot = dict[str, Any]


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a closed store with all that a life brings."""
    return lived_in(tmp_path)


def read(salvaged: Salvaged) -> Snapshot:
    """Read what a salvage wrote."""
    snapshot: Snapshot = json.loads(salvaged.path.read_bytes())
    assert snapshot["salvaged"] is True
    assert list(snapshot["findings"]) == list(salvaged.findings)
    return snapshot


def run(world: World, folder: Path | None = None) -> Salvaged:
    """Salvage the store of a world."""
    assert world.folder is not None
    return salvage_store(world.folder, folder, world.ports)


def bare(rows: list[Snapshot]) -> list[Snapshot]:
    """Take the marks off rows."""
    return [{name: value for name, value in row.items() if name != "salvage"} for row in rows]


def test_a_salvage_of_a_sound_store_is_its_export(world: World) -> None:
    """Every row of every table is the same, in the same order; derived terms are left out."""
    salvaged = run(world)
    with world.open() as memory:
        exported = json.loads(memory.export().read_bytes())
    snapshot = read(salvaged)
    assert set(snapshot) == {*exported, "salvaged", "gained"}
    for table in EXPORTED_TABLES:
        if table != "memory_terms":
            assert bare(snapshot[table]) == exported[table]
    assert snapshot["memory_terms"] == []
    assert exported["memory_items"]
    assert exported["memory_terms"]
    assert snapshot["gained"]["is_whole"] is True
    assert snapshot["gained"]["intact"] == len(exported["turns"])


def test_every_row_says_what_it_is_worth(world: World) -> None:
    """A turn's sides and a memory's proof are checked; for the rest there is nothing to check."""
    snapshot = read(run(world))
    marks = {table: [row["salvage"] for row in snapshot[table]] for table in EXPORTED_TABLES}
    assert marks["turns"]
    for mark in marks["turns"]:
        assert (mark["state"], mark["user"], mark["assistant"]) == ("intact",) * 3
    assert {mark["state"] for mark in marks["memory_items"]} == {"intact"}
    assert {mark["state"] for mark in marks["threads"]} == {"unverified"}
    found = {mark["found"] for table in marks.values() for mark in table}
    assert found == {"by catalogue"}


def test_a_changed_word_is_told(world: World) -> None:
    """A text that was changed past all guards is damaged, and so is the memory that quotes it."""
    content = world.path.read_bytes()
    at = content.index(SAID.encode())
    changed = bytearray(content)
    changed[at + SAID.index(QUOTE)] ^= 1
    world.path.write_bytes(changed)
    snapshot = read(run(world))
    turn = next(row for row in snapshot["turns"] if row["salvage"]["state"] != "intact")
    assert turn["salvage"]["user"] == "damaged"
    assert turn["salvage"]["assistant"] == "intact"
    assert turn["user_text"] != SAID
    item = next(row for row in snapshot["memory_items"] if row["content"] == QUOTE)
    assert item["salvage"]["state"] == "unverified"
    assert snapshot["gained"]["is_whole"] is False


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: bytes(100) + content[100:],
        lambda content: overwritten(content, 1),
        lambda content: b"\xff" * 512 + content[512:],
    ],
    ids=["no header", "no catalogue", "half a page"],
)
def test_without_header_or_catalogue_everything_is_there(
    world: World, damage: Callable[[bytes], bytes]
) -> None:
    """What is in the pages needs neither."""
    before = read(run(world))
    world.path.write_bytes(damage(world.path.read_bytes()))
    after = read(run(world))
    for table in EXPORTED_TABLES:
        assert bare(after[table]) == bare(before[table])


def test_the_store_stays_as_it_is(world: World, tmp_path: Path) -> None:
    """Neither the store nor anything beside it changes; the snapshot is private."""
    world.path.write_bytes(overwritten(world.path.read_bytes(), 1, 9))
    before = left_in(world.path.parent)
    salvaged = run(world, tmp_path / "out")
    assert left_in(world.path.parent) == before
    assert stat.S_IMODE(salvaged.path.stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "out").iterdir()] == [salvaged.path.name]


def test_what_others_have_open_is_read_with_its_log(tmp_path: Path) -> None:
    """Commits that only the log holds are there, and the store's locks stay."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("Hello."))
        memory.record(whole_turn("And more."))
        assert Path(f"{world.path}-wal").stat().st_size
        snapshot = read(run(world))
        assert [row["user_text"] for row in snapshot["turns"]] == ["Hello.", "And more."]
        memory.record(whole_turn("Still alive."))


def test_a_log_alone_gives_what_it_holds(tmp_path: Path) -> None:
    """Without the file, the log's pages are salvaged."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("Hello."))
        shutil.copytree(world.path.parent, tmp_path / "aside")
    shutil.rmtree(world.path.parent)
    shutil.move(tmp_path / "aside", world.path.parent)
    world.path.unlink()
    salvaged = run(world)
    assert [row["user_text"] for row in read(salvaged)["turns"]] == ["Hello."]
    assert "memory.db is missing or empty: all there is comes from its log" in salvaged.findings


def test_a_false_log_is_left_out(world: World) -> None:
    """Garbage in the place of the log is told, and the file is salvaged without it."""
    put_log(b"no log at all" * 99)(world.path)
    salvaged = run(world)
    assert salvaged.gained.intact
    assert any("memory.db-wal is no log" in finding for finding in salvaged.findings)
    assert salvaged.gained.is_whole is False


def test_a_journal_is_told(world: World) -> None:
    """A change that another program left half done may be in the file: that is said."""
    Path(f"{world.path}-journal").write_bytes(b"x" * 600)
    assert any("rollback journal" in finding for finding in run(world).findings)


def test_nothing_there_is_not_found(tmp_path: Path) -> None:
    """Without a file and a log there is nothing to salvage, and nothing is made."""
    world = World(tmp_path)
    with pytest.raises(NotFoundError, match="nothing to salvage"):
        run(world)
    world.path.parent.mkdir()
    world.path.touch()
    with pytest.raises(NotFoundError, match="nothing to salvage"):
        run(world)
    assert [path.name for path in world.path.parent.iterdir()] == ["memory.db"]


@pytest.mark.parametrize("content", [b"\0" * 8192, b"\x01" * 8192, bytes(range(256)) * 64])
def test_nothing_left_is_an_error(tmp_path: Path, content: bytes) -> None:
    """Where no row is left no snapshot is written that could be taken for a memory."""
    world = World(tmp_path)
    world.path.parent.mkdir()
    world.path.write_bytes(content)
    with pytest.raises(MemorySchemaError, match="nothing of a Sayso store is left"):
        run(world)
    assert [path.name for path in world.path.parent.iterdir()] == ["memory.db"]


def test_a_text_is_refused(tmp_path: Path) -> None:
    """A text in the place of the store is no store."""
    world = World(tmp_path)
    world.path.parent.mkdir()
    world.path.write_text("Dear diary, today it rained all day.\n" * 400)
    with pytest.raises(ForeignStoreError, match="is a text file"):
        run(world)


def test_somebody_elses_database_is_refused(tmp_path: Path) -> None:
    """Another program's database is refused, with or without an id of its own."""
    world = World(tmp_path)
    world.path.parent.mkdir()
    for application in (0, 77):
        connection = apsw.Connection(str(world.path))
        connection.pragma("application_id", application)
        connection.execute("CREATE TABLE IF NOT EXISTS turns (id INTEGER PRIMARY KEY, x)")
        connection.execute("INSERT INTO turns (x) VALUES ('hello')")
        connection.close()
        with pytest.raises(ForeignStoreError, match="database of another program"):
            run(world)


def test_a_damaged_id_hides_no_store(world: World) -> None:
    """A header that names another program is damage where the texts have their hashes."""
    content = bytearray(world.path.read_bytes())
    content[70] ^= 1
    world.path.write_bytes(content)
    assert run(world).gained.intact


def test_links_are_refused(world: World, tmp_path: Path) -> None:
    """A link in the place of the store is not followed."""
    shutil.move(world.path, tmp_path / "elsewhere.db")
    world.path.symlink_to(tmp_path / "elsewhere.db")
    with pytest.raises(ForeignStoreError, match="symbolic link"):
        run(world)


def test_errors_of_the_disk_are_told(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a folder that cannot be made nor a failing write leaves a part of a snapshot."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MemoryStorageError, match="cannot export"):
        run(world, tmp_path / "file" / "out")

    def fail(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(exporting, "_write_rows", fail)
    with pytest.raises(MemoryStorageError, match="No space left"):
        run(world, tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_cleared_store_gives_nothing_back(world: World) -> None:
    """After a clear no old word is salvaged, whatever happens to the file (A243)."""
    with world.open() as memory:
        memory.clear(confirm=True)
    content = world.path.read_bytes()
    for number in range(len(content) // PAGE_BYTES + 1):
        world.path.write_bytes(overwritten(content, *([number] if number else [])))
        snapshot = read(run(world))
        assert snapshot["turns"] == []
        assert snapshot["memory_items"] == []
        assert QUOTE not in json.dumps(snapshot)
