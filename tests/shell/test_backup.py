"""A backup is one sound file of one moment, or there is none; nothing else changes or stays."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import apsw
import pytest

from sayso.core import limits
from sayso.core.catalog import Healthy
from sayso.shell import backing_up
from sayso.shell.errors import (
    MemorySchemaError,
    NotFoundError,
    RefusedError,
)
from sayso.shell.store.bootstrap import verify
from sayso.shell.store.connection import open_copy
from tests.kit import World, whole_turn
from tests.shell.damages import LOGICAL, in_use, left_in
from tests.shell.lived import LAST_ITEM, QUOTE, SAID, lived_in

PATIENCE_S = 60

# A process of its own that writes until its stdin ends.
WRITE = """
import sys
from threading import Thread
from sayso import Memory, RecordedTurn

ended = Thread(target=sys.stdin.read)
ended.start()
with Memory.open(sys.argv[1], create=False) as memory:
    print("writing", flush=True)
    while ended.is_alive():
        memory.record(RecordedTurn(user_text="Said meanwhile.", assistant_text="Fine."))
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a store with a past, in a folder of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    return lived_in(folder)


def only_there(folder: Path) -> set[str]:
    """Give the names in a folder."""
    return {path.name for path in folder.iterdir()}


def test_a_backup_is_a_plain_sound_file(world: World, tmp_path: Path) -> None:
    """It is one private file in rollback mode that holds every turn and memory, and verifies."""
    out = tmp_path / "out"
    out.mkdir()
    with world.open() as memory:
        made = memory.backup(out / "a.db")
    assert made.path == out / "a.db"
    assert only_there(out) == {"a.db"}
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert made.size_bytes == made.path.stat().st_size
    with closing(apsw.Connection(str(made.path))) as connection:
        assert connection.pragma("journal_mode") == "delete"
        assert connection.pragma("integrity_check") == "ok"
        said = connection.execute("SELECT user_text FROM turns ORDER BY id").fetchall()
    assert said == [(SAID,), ("Later?",)]
    assert (made.holding.turns, made.holding.memories) == (2, 1)
    with closing(open_copy(made.path)) as copy:
        assert verify(copy, 0) == Healthy()
    assert only_there(out) == {"a.db"}


def test_a_large_store_is_copied_bit_by_bit(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two parts others write and signals are heard; the copy is of its first moment."""
    monkeypatch.setattr(limits, "COPY_STEP_PAGES", 10)
    seen: list[tuple[int, int]] = []
    with world.open() as memory, world.open() as other:

        def report(done: int, total: int) -> None:
            seen.append((done, total))
            other.record(whole_turn("Meanwhile."))

        made = memory.backup(tmp_path / "a.db", report)
        assert made.holding.turns == 2
        pages = made.size_bytes // 4096
        assert seen == [(min(n, pages), pages) for n in range(10, pages + 10, 10)]

        def interrupt(_done: int, _total: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            memory.backup(tmp_path / "b.db", interrupt)
    assert only_there(tmp_path) == {"a.db", "project"}


def test_a_backup_of_a_memory_without_a_file(tmp_path: Path) -> None:
    """What lives in this process alone can be put on the disk."""
    with World(None).open() as memory:
        memory.record(whole_turn("Hello."))
        made = memory.backup(tmp_path / "a.db")
    with closing(open_copy(made.path)) as copy:
        assert verify(copy, 0) == Healthy()
        assert copy.execute("SELECT user_text FROM turns").fetchall() == [("Hello.",)]


def test_a_backup_is_of_one_moment_while_others_write(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is stored while the copy is on its way is in it wholly or not at all, and not lost."""
    with world.open() as memory, world.open() as other:
        copy_file = shutil.copyfileobj

        def and_be_overtaken(content: BinaryIO, file: BinaryIO) -> None:
            other.record(whole_turn("Meanwhile."))
            copy_file(content, file)

        monkeypatch.setattr("shutil.copyfileobj", and_be_overtaken)
        made = memory.backup(tmp_path / "a.db")
        assert other.status().turns.total == 3
    with closing(open_copy(made.path)) as copy:
        assert verify(copy, 0) == Healthy()
        assert copy.execute("SELECT count(*) FROM turns").fetchall() == [(2,)]


def test_backups_beside_a_writer_are_whole_pasts(world: World, tmp_path: Path) -> None:
    """While another process writes turn after turn, each backup is a state that once was."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITE, str(world.folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "writing\n"
    with world.open() as memory:
        made = [memory.backup(tmp_path / f"{number}.db") for number in range(5)]
    assert writer.poll() is None
    writer.communicate(timeout=PATIENCE_S)
    assert writer.returncode == 0
    counts = [one.holding.turns for one in made]
    assert counts == sorted(counts)
    for one in made:
        with closing(apsw.Connection(str(one.path))) as copy:
            rows = copy.execute("SELECT id, sequence FROM turns ORDER BY id").fetchall()
        assert rows == [(number + 1, number) for number in range(1, one.holding.turns + 1)]
        assert one.holding.commits >= one.holding.turns


@pytest.mark.parametrize("is_nameless", [True, False])
@pytest.mark.parametrize("kind", ["file", "folder", "link to nothing"])
def test_nothing_is_ever_overwritten(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, is_nameless: bool
) -> None:
    """A name that something has is refused, and what has it stays."""
    if not is_nameless:
        monkeypatch.delattr(os, "O_TMPFILE")
    out = tmp_path / "out"
    out.mkdir()
    path = out / "a.db"
    if kind == "file":
        path.write_text("mine")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(out / "b.db")
    before = (path.lstat().st_mode, path.lstat().st_mtime_ns)
    with world.open() as memory, pytest.raises(RefusedError, match="is there already"):
        memory.backup(path)
    assert (path.lstat().st_mode, path.lstat().st_mtime_ns) == before
    assert only_there(out) == {"a.db"}


@pytest.mark.parametrize("is_nameless", [True, False])
def test_a_name_that_is_taken_in_the_last_moment(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_nameless: bool
) -> None:
    """Who was quicker keeps the name, and nothing else is left."""
    if not is_nameless:
        monkeypatch.delattr(os, "O_TMPFILE")
    out = tmp_path / "out"
    out.mkdir()
    prove = backing_up.prove

    def and_be_overtaken(copy: apsw.Connection) -> object:
        (out / "a.db").write_text("mine")
        return prove(copy)

    monkeypatch.setattr(backing_up, "prove", and_be_overtaken)
    with world.open() as memory, pytest.raises(RefusedError, match="is there already"):
        memory.backup(out / "a.db")
    assert (out / "a.db").read_text() == "mine"
    assert only_there(out) == {"a.db"}


@pytest.mark.parametrize("suffix", ["", "-wal", "-journal", "-shm", ".mark"])
def test_the_names_of_the_store_are_its_own(world: World, suffix: str) -> None:
    """A backup never becomes the log, the journal or the mark of the store itself."""
    path = Path(f"{world.path}{suffix}")
    with world.open() as memory:
        before = left_in(world.path.parent)
        with pytest.raises(RefusedError, match=r"own files|there already"):
            memory.backup(path)
        assert left_in(world.path.parent) == before


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_a_stranger_s_log_beside_the_name(world: World, tmp_path: Path, suffix: str) -> None:
    """A name beside which a log lies is refused: SQLite would play it back into the backup."""
    beside = tmp_path / f"a.db{suffix}"
    beside.write_bytes(b"x")
    with world.open() as memory, pytest.raises(RefusedError, match="a part of the backup"):
        memory.backup(tmp_path / "a.db")
    assert not (tmp_path / "a.db").exists()


def test_a_folder_that_is_not_there(world: World, tmp_path: Path) -> None:
    """A folder is not made by the way."""
    with world.open() as memory, pytest.raises(NotFoundError, match="is not a folder"):
        memory.backup(tmp_path / "missing" / "a.db")
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize("name", ["extra table", "dropped index", "dangling row"])
def test_no_backup_of_a_degraded_store(world: World, tmp_path: Path, name: str) -> None:
    """A damaged store is not backed up; the error says what is wrong and points to the export."""
    LOGICAL[name](world.path)
    with world.open() as memory, pytest.raises(MemorySchemaError) as caught:
        memory.backup(tmp_path / "a.db")
    assert "no backup is made of a degraded store" in caught.value.message
    assert "'sayso export' saves" in caught.value.hint
    assert not (tmp_path / "a.db").exists()


def flip_a_word(path: Path) -> None:
    """Change one letter of a stored turn, which no check of SQLite sees."""
    content = bytearray(path.read_bytes())
    at = content.index(b"Later?")
    content[at] ^= 1
    path.write_bytes(content)


def test_a_flipped_bit_is_not_backed_up(world: World, tmp_path: Path) -> None:
    """What only the hash of a turn can tell is found before the copy gets its name (S13)."""
    with world.open() as memory:
        memory.store.checkpoint()
    with world.open() as memory:
        flip_a_word(world.path)
        with pytest.raises(MemorySchemaError, match="no backup is made of a degraded store: t3"):
            memory.backup(tmp_path / "a.db")
    assert not (tmp_path / "a.db").exists()


def test_the_store_is_left_as_it_is(world: World, tmp_path: Path) -> None:
    """A backup writes nothing to the store, and whoever uses it goes on."""
    with world.open() as memory:
        before = left_in(world.path.parent)
        memory.backup(tmp_path / "a.db")
        assert left_in(world.path.parent) == before
        assert [one.item_id for one in memory.list()] == [LAST_ITEM]
        assert memory.search(QUOTE)


def test_a_store_that_others_damaged_meanwhile(world: World, tmp_path: Path) -> None:
    """An open store whose catalogue somebody changed is not backed up either."""
    with world.open() as memory:
        in_use("CREATE TABLE extra (id)")(world.path)
        with pytest.raises(MemorySchemaError, match="unexpected table extra"):
            memory.backup(tmp_path / "a.db")
