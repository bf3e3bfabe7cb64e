"""A disk that is full, writes short or cannot be read: what is said, and what goes on (S04-S08)."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from sayso.shell.errors import MemorySchemaError, MemoryStorageError, UnknownCommitError
from tests.faults.disk import SYNC, WRITE
from tests.faults.places import quick_folders
from tests.faults.vfs import READ
from tests.kit import World, whole_turn
from tests.shell.failing import (
    FILE,
    FOREVER,
    LOG,
    after_a_kill,
    full,
    input_output,
    on_a_failing_disk,
    on_a_worn_disk,
    read_error,
    short,
)
from tests.shell.lived import GENERATION, QUOTE
from tests.shell.opkit import SAID, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sayso.shell.memory import Memory
    from tests.faults.places import Folders


@pytest.fixture
def folders() -> Iterator[Folders]:
    """Give one empty folder after another."""
    with quick_folders() as found:
        yield found


@pytest.mark.parametrize("error", [full, short], ids=["full", "short"])
def test_a_full_disk_saves_nothing_and_says_so(
    folders: Folders, error: Callable[[], Exception]
) -> None:
    """At whichever write of a commit: nothing is saved, not even after a kill; the next goes on."""
    for skip in count():
        with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
            before = rows_of(memory)
            disk.fail(WRITE, skip=skip, error=error)
            told = told_full(memory)
            if not disk.met:
                assert told is None
                return
            assert told == of_full(world)
            disk.mend()
            assert rows_of(memory) == before
            with after_a_kill(world, folders.fresh()).open() as found:
                assert rows_of(found) == before
            number = memory.record(whole_turn(SAID))
            assert rows_of(memory)["turns"][-1]["id"] == number


def told_full(memory: Memory) -> tuple[str, str] | None:
    """Record a turn; give what was told of a full disk and what to do, or None."""
    try:
        memory.record(whole_turn(SAID))
    except UnknownCommitError:
        raise
    except MemoryStorageError as error:
        return error.message, error.hint
    return None


def of_full(world: World) -> tuple[str, str]:
    """Give what is told of the full disk that holds a store."""
    return f"the disk is full ({world.path})", "nothing was written; free some space and repeat"


def test_a_disk_that_stays_full_is_still_read(folders: Folders) -> None:
    """Every write is refused with the same words, everything else goes on; later writes, too."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        disk.fail(WRITE, times=FOREVER, error=full)
        for _ in range(3):
            assert told_full(memory) == of_full(world)
            with pytest.raises(MemoryStorageError, match="the disk is full"):
                memory.forget("m1", op_id="once")
            assert [one.title for one in memory.search("pnpm")] == [QUOTE]
            assert memory.status().health == "healthy"
        disk.mend()
        assert memory.forget("m1", op_id="once")
        assert told_full(memory) is None


def test_a_read_that_fails_once_costs_one_call(folders: Folders) -> None:
    """It names the file and what to do; the next call reads with a new connection."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        forget_pages(memory)
        disk.fail(READ, FILE, error=read_error)
        with pytest.raises(MemoryStorageError) as told:
            memory.list()
        assert told.value.message == f"the disk cannot be read: disk I/O error ({world.path})"
        assert "'sayso export --salvage' saves what can be read" in told.value.hint
        assert [one.title for one in memory.list()] == [QUOTE]
        assert memory.record(whole_turn(SAID)) is not None


def test_a_page_that_cannot_be_read_degrades_the_store(folders: Folders) -> None:
    """The page is named, nothing is rebuilt or written over, and diagnosis reads the rest."""
    with on_a_worn_disk(folders.fresh()) as (world, disk), world.open() as memory:
        before = world.path.read_bytes()
        disk.page = lost = page_of(memory, "memory_word_endings")
        forget_pages(memory)
        with world.open() as fresh:
            finding = f"the disk cannot read memory.db at page {lost}: disk I/O error"
            assert fresh.status().findings == (finding,)
            assert fresh.show("m1").item.title == QUOTE
            with pytest.raises(MemorySchemaError, match=f"at page {lost}"):
                fresh.record(whole_turn(SAID))
            with pytest.raises(MemoryStorageError, match="the disk cannot be read"):
                fresh.clear(confirm=True)
            assert world.path.read_bytes() == before
        disk.page = None
        assert memory.status().health == "healthy"


def test_an_open_store_whose_disk_goes_on_failing_is_degraded(folders: Folders) -> None:
    """The first call tells of the disk, the next ones what is wrong with the store."""
    with on_a_worn_disk(folders.fresh()) as (world, disk), world.open() as memory:
        disk.page = lost = page_of(memory, "memory_items")
        forget_pages(memory)
        with pytest.raises(MemoryStorageError, match="cannot be read"):
            memory.list()
        for _ in range(2):
            with pytest.raises(MemorySchemaError, match=f"at page {lost}"):
                memory.list()
        assert memory.status().health == "degraded"


@pytest.mark.parametrize("kind", [SYNC, WRITE])
def test_a_disk_that_fails_in_the_file_loses_nothing(folders: Folders, kind: str) -> None:
    """What stands in the log is there, though it cannot be moved into the file yet."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        number = memory.record(whole_turn(SAID))
        disk.fail(kind, FILE, times=FOREVER, error=input_output)
        with pytest.raises(MemoryStorageError, match="the disk failed"):
            memory.store.checkpoint()
        disk.mend()
        assert memory.store.checkpoint()
        assert rows_of(memory)["turns"][-1]["id"] == number


@pytest.mark.parametrize("name", [FILE, LOG])
def test_closing_on_a_failing_disk_loses_nothing(folders: Folders, name: str) -> None:
    """The last one to close moves the log into the file; where that fails the log stays."""
    with on_a_failing_disk(folders.fresh()) as (world, disk):
        memory = world.open()
        number = memory.record(whole_turn(SAID))
        disk.fail(SYNC, name, times=FOREVER)
        memory.close()
        assert disk.met
        disk.mend()
        with world.open() as again:
            assert rows_of(again)["turns"][-1]["id"] == number


def test_a_clear_whose_log_is_not_cut_says_so(folders: Folders) -> None:
    """Memory is cleared and its words may still be in the log: both are told."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        disk.fail(SYNC, FILE, times=FOREVER)
        with pytest.raises(MemoryStorageError, match="is cleared, but its text is not cut"):
            memory.clear(confirm=True, op_id="once")
        disk.mend()
        assert memory.status().turns.total == 0
        assert memory.clear(confirm=True, op_id="once") == GENERATION + 1
        files = world.path.parent.glob("memory.db*")
        assert not any(QUOTE.encode() in one.read_bytes() for one in files)


def page_of(memory: Memory, table: str) -> int:
    """Give the number of a table's first page."""
    connection = memory.store._connection  # noqa: SLF001 - no statement of ours tells it
    query = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
    return int(str(connection.execute(query, (table,)).fetchall()[0][0]))


def forget_pages(memory: Memory) -> None:
    """Let an open store read its pages from the disk again."""
    connection = memory.store._connection  # noqa: SLF001 - its cache must forget them
    connection.pragma("shrink_memory")
