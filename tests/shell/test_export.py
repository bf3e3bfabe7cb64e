"""RAW export: complete, unique, and nothing left behind (A68-A71, A250-A256)."""

import json
import os
import resource
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, NoReturn

import apsw
import pytest

from sayso.core.diagnostics import ModelFault
from sayso.shell import exporting
from sayso.shell.errors import MemoryStorageError
from sayso.shell.exporting import EXPORTED_TABLES
from sayso.shell.memory import Memory
from sayso.shell.store.reading import Reading
from tests.kit import World, fail_with, remember, whole_turn

SAID = "We decided: use pnpm for packages. \0 😀 ＡＢ"
QUOTE = "use pnpm for packages"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


@pytest.fixture
def memory(world: World) -> Iterator[Memory]:
    """Give a memory with an item, a forgotten one, a refusal, an operation and an error."""
    with world.open() as memory:
        memory.record(whole_turn(SAID, op_id="op-1"))
        memory.record(whole_turn("We decided: use Rust for the parser."))
        world.model.script = [remember(QUOTE, "use Rust for the parser", "in")]
        memory.work()
        memory.forget("m2")
        memory.record(whole_turn("Later?"))
        fault = ModelFault(kind="E", message="boom", body="[red]RAW body[/red]")
        world.model.script = [fail_with(fault)]
        memory.work()
        yield memory


def read(path: Path) -> dict[str, list[dict[str, object]]]:
    """Read a snapshot."""
    snapshot: dict[str, list[dict[str, object]]] = json.loads(path.read_text("utf-8"))
    return snapshot


def test_a_snapshot_is_complete(memory: Memory) -> None:
    """Every table with every row, the RAW texts and the last error (A250-A252)."""
    snapshot = read(memory.export())
    assert set(snapshot) == {"schema_version", "exported_at", *EXPORTED_TABLES, "findings"}
    assert snapshot["findings"] == []
    assert snapshot["turns"][0]["user_text"] == SAID
    assert "RAW body" in str(snapshot["memory_meta"][0]["last_error"])
    counts = {name: len(snapshot[name]) for name in EXPORTED_TABLES}
    connection = apsw.Connection(str(memory.store.path))
    for table, count in counts.items():
        (row,) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
        assert row == (count,)
    connection.close()
    assert all(
        counts[name] for name in ("tombstones", "operations", "memory_items", "memory_terms")
    )


def test_no_secret_leaves_with_a_snapshot(memory: Memory) -> None:
    """The key of the subject hashes is not exported: with it, guesses could be tested."""
    assert all("subject_key" not in row for row in read(memory.export())["memory_meta"])


def test_a_snapshot_changes_nothing(memory: Memory) -> None:
    """Neither the database nor an older snapshot (A71)."""
    first = memory.export()
    content = first.read_bytes()
    with memory.store.reading() as reading:
        before = reading.row("store/meta")
    second = memory.export()
    assert second != first
    assert first.read_bytes() == content
    with memory.store.reading() as reading:
        assert reading.row("store/meta") == before


def test_names_of_the_same_moment_differ(memory: Memory) -> None:
    """Exports with one timestamp each get a name of their own (A69, A253)."""
    paths = [memory.export() for _ in range(4)]
    assert len(set(paths)) == 4
    assert {path.parent for path in paths} == {
        memory.store.path and memory.store.path.parent / "exports"
    }
    assert all(read(path)["turns"] for path in paths)
    assert left_in(paths[0].parent) == sorted(path.name for path in paths)


def left_in(folder: Path) -> list[str]:
    """Give the names of everything in a folder, hidden ones too."""
    return sorted(path.name for path in folder.iterdir())


def test_a_snapshot_is_private(memory: Memory) -> None:
    """The file is 0600 and a folder made for it 0700."""
    path = memory.export()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.fixture(params=["a file without a name", "a hidden name"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Write in either way: as systems with nameless files do, and as all the others do."""
    if request.param == "a hidden name":
        monkeypatch.delattr(os, "O_TMPFILE")
    return str(request.param)


@pytest.mark.usefixtures("way")
def test_both_ways_give_the_same_snapshot(memory: Memory, tmp_path: Path) -> None:
    """The snapshot is whole, private, named by its moment, and alone in its folder."""
    paths = [memory.export(tmp_path / "out") for _ in range(3)]
    assert [path.name for path in paths] == [
        "memory-20231114T221320000000.json",
        "memory-20231114T221320000000-2.json",
        "memory-20231114T221320000000-3.json",
    ]
    assert left_in(tmp_path / "out") == sorted(path.name for path in paths)
    assert {path.read_bytes() for path in paths} == {memory.export().read_bytes()}
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_failed_export_leaves_nothing(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    """Neither a half snapshot nor a temporary file nor a lock remains (A255-A256, S05)."""
    older = memory.export(tmp_path / "out")

    def fail(*_args: object) -> NoReturn:
        raise error

    for name in ("_write_rows", "_write", "_publish"):
        with monkeypatch.context() as patch:
            patch.setattr(exporting, name, fail)
            expected = MemoryStorageError if isinstance(error, OSError) else type(error)
            with pytest.raises(expected):
                memory.export(tmp_path / "out")
        assert left_in(tmp_path / "out") == [older.name]
    memory.record(whole_turn("Still alive."))


@pytest.mark.usefixtures("way")
def test_a_full_disk_leaves_nothing(memory: Memory, tmp_path: Path) -> None:
    """The system itself cuts the file off after some bytes: an error, and nothing is left."""
    older = memory.export(tmp_path / "out")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (older.stat().st_size - 1, hard))
    try:
        with pytest.raises(MemoryStorageError, match="File too large"):
            memory.export(tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert left_in(tmp_path / "out") == [older.name]
    assert memory.export(tmp_path / "out") != older


@pytest.mark.usefixtures("way")
def test_a_failed_naming_leaves_nothing(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last step may fail as well."""

    def fail(*_args: object, **_options: object) -> NoReturn:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(os, "link", fail)
    with pytest.raises(MemoryStorageError, match="Permission denied"):
        memory.export(tmp_path / "out")
    assert left_in(tmp_path / "out") == []


def test_all_names_of_a_moment_may_be_taken(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is a bound to the names of one moment, and reaching it is an error."""
    monkeypatch.setattr(exporting, "NAMES_MAX", 3)
    taken = [memory.export(tmp_path / "out") for _ in range(2)]
    with pytest.raises(MemoryStorageError, match="no free name"):
        memory.export(tmp_path / "out")
    assert left_in(tmp_path / "out") == sorted(path.name for path in taken)


def test_a_folder_that_cannot_be_made_is_an_error(memory: Memory, tmp_path: Path) -> None:
    """A file in the way is reported, and stays."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(MemoryStorageError, match="cannot export"):
        memory.export(tmp_path / "file" / "out")
    assert (tmp_path / "file").read_text() == "in the way"


def test_a_memory_without_a_file_is_exported_too(tmp_path: Path) -> None:
    """It is copied like any other; only the folder has to be given."""
    with World(None).open() as memory:
        memory.record(whole_turn(SAID))
        assert [turn["user_text"] for turn in read(memory.export(tmp_path))["turns"]] == [SAID]


def test_exports_survive_a_clear(memory: Memory) -> None:
    """Snapshots are the user's; clear and new leave them alone (A46, A66)."""
    path = memory.export()
    content = path.read_bytes()
    memory.new_thread()
    memory.clear(confirm=True)
    assert path.read_bytes() == content
    assert read(memory.export())["turns"] == []


def test_an_export_sees_one_moment(
    memory: Memory, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process clears meanwhile is still in the snapshot, wholly (J06)."""
    write_rows = exporting._write_rows  # noqa: SLF001 - the moment between two tables is tested
    cleared: list[int] = []

    def and_clear(file: BinaryIO, reading: Reading, table: str) -> None:
        write_rows(file, reading, table)
        if not cleared:
            with world.open() as other:
                other.store._connection.set_busy_handler(None)  # noqa: SLF001 - no waiting
                cleared.append(other.clear(confirm=True))

    monkeypatch.setattr(exporting, "_write_rows", and_clear)
    snapshot = read(memory.export())
    assert cleared == [2]
    assert snapshot["memory_meta"][0]["generation"] == 1
    assert len(snapshot["turns"]) == 3
    assert snapshot["memory_items"]
