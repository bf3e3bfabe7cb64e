"""A commit that fails: it may have been saved, so nothing is taken for lost and nothing doubled.

The disk fails below a real SQLite, at any sync or write of the log (S06, J10; Jepsen's `info`).
"""

from __future__ import annotations

from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING, Final

import pytest

from sayso.shell.errors import MemoryStorageError, UnknownCommitError
from sayso.shell.importing import import_paths
from tests.faults.disk import SYNC, WRITE
from tests.faults.places import quick_folders
from tests.faults.scenes import BY_NAME, Scene
from tests.faults.vfs import watched
from tests.kit import whole_turn
from tests.shell.damages import EXTRA, in_sql, in_use
from tests.shell.failing import FILE, FOREVER, LOG, FailingDisk, after_a_kill, on_a_failing_disk
from tests.shell.lifekit import watch_for
from tests.shell.lived import GENERATION, lived_in
from tests.shell.logkit import HERE, write_log
from tests.shell.opkit import COMMANDS, FAILED_JOB, SAID, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.faults.places import Folders
    from tests.shell.opkit import Rows

KINDS: Final = (SYNC, WRITE)
# What needs no id: the turn, the job or the source key tells whether it was saved.
SETTLED: Final = (
    "finish",
    "fail",
    "heartbeat",
    "recover turns",
    "recover jobs",
    "record",
    "import",
    "claim, extract",
    "claim, consolidate",
    "claim, failure",
)


@pytest.fixture
def folders() -> Iterator[Folders]:
    """Give one empty folder after another."""
    with quick_folders() as found:
        yield found


def undisturbed(folders: Folders, name: str) -> tuple[object, Rows]:
    """Give what a command comes to on a sound disk."""
    with lived_in(folders.fresh()).open() as memory:
        return COMMANDS[name](memory, "once"), rows_of(memory)


@pytest.mark.parametrize("is_shared", [False, True], ids=["alone", "others look on"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_with_an_id_is_settled(
    folders: Folders, name: str, kind: str, *, is_shared: bool
) -> None:
    """Whichever commit fails, it gives its answer and its rows are there once, also after a kill.

    Alone, a commit that was written and not synced comes back when the log is read anew; where
    another process has the store open it does not, and is done again.
    """
    expected, rows = undisturbed(folders, name)
    for skip in every(kind):
        with ExitStack() as stack:
            world, disk = stack.enter_context(on_a_failing_disk(folders.fresh()))
            memory = stack.enter_context(world.open())
            if is_shared:
                stack.enter_context(world.open()).list()
            disk.fail(kind, skip=skip)
            assert COMMANDS[name](memory, "once") == expected
            disk.mend()
            if not disk.met:
                return
            assert rows_of(memory) == rows
            assert memory.status().health == "healthy"
            with after_a_kill(world, folders.fresh()).open() as found:
                assert rows_of(found) == rows
                assert COMMANDS[name](found, "once") == expected


def every(kind: str) -> Iterator[int]:
    """Count the operations of a command; of the many writes some are enough."""
    return count(step=1 if kind == SYNC else 5)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_that_stays_unknown_can_be_repeated(
    folders: Folders, name: str, kind: str
) -> None:
    """While the disk fails the command says so; repeated under its id it takes effect once."""
    expected, rows = undisturbed(folders, name)
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        disk.fail(kind, times=FOREVER)
        for _ in range(2):
            with pytest.raises(UnknownCommitError, match="may have been saved") as told:
                COMMANDS[name](memory, "once")
            assert "under the same operation id" in told.value.hint
        disk.mend()
        world.clock.advance(121 if name == "new" else 0)  # the worker may still hold a job
        assert COMMANDS[name](memory, "once") == expected
        if name != "new":
            assert rows_of(memory) == rows
        assert [one["op_id"] for one in rows_of(memory)["operations"]].count("once") == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_without_an_id_says_that_nobody_knows(folders: Folders, name: str) -> None:
    """It tells how to find out, has happened once or not at all, and the memory goes on."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        memory.record(whole_turn(SAID))  # there is a log: the next sync is that of the commit
        if name == "new":
            memory.work()
        before = rows_of(memory)
        disk.fail(SYNC, times=FOREVER)
        with pytest.raises(UnknownCommitError, match="may have been saved") as told:
            COMMANDS[name](memory, None)
        assert "look whether it is there" in told.value.hint
        disk.mend()
        if name != "new":  # its worker has cut the log, which begins anew
            assert rows_of(memory) != before  # alone, it comes back with the log
        assert memory.status().health == "healthy"
        assert memory.record(whole_turn(SAID, op_id="next")) is not None


def test_a_failed_commit_that_comes_back_is_not_doubled(folders: Folders) -> None:
    """After a kill the next process finds it by the command's id: it was written, not synced."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        before = len(rows_of(memory)["turns"])
        memory.forget("m1")  # so that there is a log, and the next sync is that of the commit
        disk.fail(SYNC, times=FOREVER)
        with pytest.raises(UnknownCommitError):
            memory.record(whole_turn(SAID, op_id="once"))
        with after_a_kill(world, folders.fresh()).open() as found:
            assert len(rows_of(found)["turns"]) == before + 1
            number = found.record(whole_turn(SAID, op_id="once"))
            assert len(rows_of(found)["turns"]) == before + 1
            assert number == rows_of(found)["turns"][-1]["id"]


def test_what_came_back_is_made_durable_before_it_is_told(folders: Folders) -> None:
    """A commit found in the log counts only once it was moved into the file and synced there."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        memory.forget("m1")
        disk.fail(SYNC)
        memory.record(whole_turn(SAID, op_id="once"))
        found = after_a_kill(world, folders.fresh())
        found.path.with_name(LOG).unlink()
        before = rows_of(memory)
        with found.open() as without_its_log:
            assert rows_of(without_its_log) == before
        memory.retry_job(FAILED_JOB)
        before = rows_of(memory)
        disk.fail(SYNC, times=2)  # at the commit, and again where it is moved
        with pytest.raises(UnknownCommitError):
            memory.record(whole_turn(SAID, op_id="twice"))
        assert len(rows_of(memory)["turns"]) == len(before["turns"]) + 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SETTLED)
def test_what_tells_by_itself_is_settled(folders: Folders, name: str, kind: str) -> None:
    """Nothing is lost or doubled whichever commit fails, and the answer is that of a sound disk.

    The end of a turn, a claim, a result, a failure and an import need no id for it.
    """
    operation = BY_NAME[name]
    expected = Scene(folders.fresh(), operation)
    answer = str(operation.set_up(expected)())
    rows = rows_of(expected.opened[0])
    expected.close()
    for skip in every(kind):
        scene = Scene(folders.fresh(), operation)
        with watched(scene.world.path.parent, FailingDisk()) as disk:
            act = operation.set_up(scene)
            disk.fail(kind, skip=skip)
            assert str(act()) == answer
            disk.mend()
            if disk.met:
                assert rows_of(scene.opened[0]) == rows
                with after_a_kill(scene.world, folders.fresh()).open() as found:
                    assert rows_of(found) == rows
            scene.close()
        if not disk.met:
            return


def test_a_watching_worker_outlives_a_disk_that_fails(folders: Folders) -> None:
    """While no commit comes through it tells so at each poll, and then goes on (A241)."""
    with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
        memory.work()
        for _ in range(2):
            memory.record(whole_turn(SAID))
        disk.fail(SYNC, times=FOREVER)
        steps = watch_for(memory, 3)
        assert all("may have been saved" in str(step.error) for step in steps)
        disk.mend()
        world.clock.advance(121)
        watch_for(memory, 6)
        assert memory.status().jobs.pending == 0
        assert memory.status().jobs.leased == 0


def test_an_import_on_a_failing_disk_goes_on_where_it_stopped(folders: Folders) -> None:
    """Broken off at any commit and run again, it has every turn once."""
    operation = BY_NAME["import"]
    expected = Scene(folders.fresh(), operation)
    operation.set_up(expected)()
    turns = rows_of(expected.opened[0])["turns"]
    for skip in count():
        scene = Scene(folders.fresh(), operation)
        with watched(scene.world.path.parent, FailingDisk()) as disk:
            act = operation.set_up(scene)
            disk.fail(SYNC, skip=skip, times=2)
            try:
                act()
            except UnknownCommitError:
                disk.mend()
                act()
            disk.mend()
            assert rows_of(scene.opened[0])["turns"] == turns
            scene.close()
        if not disk.met:
            return


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_for_a_turn_that_is_known_is_not_lost(folders: Folders, kind: str) -> None:
    """That all keys are there does not tell that this import was saved: its answer may be missing.

    Whichever commit fails, the answer is in the store at the end.
    """
    asked = {"id": 1, "user": "Two.", "session": "s"}
    for skip in every(kind):
        with on_a_failing_disk(folders.fresh()) as (world, disk), world.open() as memory:
            log = world.path.parents[1] / "log.jsonl"
            import_paths(memory, [write_log(log, asked)], HERE)
            disk.fail(kind, skip=skip)
            import_paths(memory, [write_log(log, {**asked, "assistant": "Yes?"})], HERE)
            disk.mend()
            assert [one["assistant_text"] for one in rows_of(memory)["turns"]].count("Yes?") == 1
        if not disk.met:
            return


@pytest.mark.parametrize("name", [FILE, LOG])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", [in_sql(EXTRA), in_use(EXTRA)], ids=["no log", "a log"])
def test_a_clear_of_a_damaged_store_is_settled(
    folders: Folders, damage: Callable[[Path], None], kind: str, name: str
) -> None:
    """Whichever write or sync fails, under its id it has begun one generation at the end."""
    for skip in every(kind):
        with on_a_failing_disk(folders.fresh()) as (world, disk):
            damage(world.path)
            with world.open() as memory:
                disk.fail(kind, name, skip=skip)
                try:
                    memory.clear(confirm=True, op_id="once")
                except MemoryStorageError:
                    disk.mend()
                disk.mend()
                assert memory.clear(confirm=True, op_id="once") == GENERATION + 1
                assert memory.status().health == "healthy"
                assert [one["op_id"] for one in rows_of(memory)["operations"]] == ["once", "op-1"]
        if not disk.met:
            return
