"""When the whole file is checked: at opening, by a worker, or not again so soon."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.catalog import Degraded, Healthy
from sayso.core.checking import UNCHECKED
from sayso.core.witness import Check, CheckResult
from sayso.shell.checking import check_if_due
from sayso.shell.errors import MemorySchemaError
from sayso.shell.store import checks
from sayso.shell.store.witness import Witness, mark_path
from tests.kit import World, whole_turn
from tests.shell.damages import in_sql
from tests.shell.losses import killed_after

if TYPE_CHECKING:
    from pathlib import Path

    import apsw

    from sayso.shell.worker import Step

DANGLING = in_sql("INSERT INTO memory_item_candidates VALUES (98, 99)")
AT = "2023-11-14 22:13Z"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose store has a turn."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("One."))
    return world


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Count the checks of a whole file."""
    real, done = checks.thorough_findings, []

    def counted(connection: apsw.Connection) -> tuple[str, ...]:
        done.append(1)
        return real(connection)

    monkeypatch.setattr(checks, "thorough_findings", counted)
    return done


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every file count as too large to be checked at each opening."""
    monkeypatch.setattr(limits, "INLINE_CHECK_MAX_BYTES", 0)


def last_check(world: World) -> Check | None:
    """Read what the mark says of the last check."""
    return Witness(world.path).read().check


def test_a_small_file_is_checked_at_every_opening(world: World, done: list[int]) -> None:
    """It is done before the store is used, told in status, and leaves the mark as it is."""
    before = mark_path(world.path).read_bytes()
    for number in (1, 2):
        with world.open() as memory:
            assert len(done) == number
            status = memory.status()
            assert status.checked == f"ok at {AT}"
            assert status.notes == ()
    assert mark_path(world.path).read_bytes() == before


@pytest.mark.usefixtures("large")
def test_a_large_file_is_checked_by_a_worker(world: World, done: list[int]) -> None:
    """Nothing is called checked before it is; afterwards no opening does it again."""
    with world.open() as memory:
        status = memory.status()
        assert (status.checked, status.notes) == ("not yet", (UNCHECKED,))
        assert done == []
        memory.work()
        status = memory.status()
        assert (status.checked, status.notes) == (f"ok at {AT}", ())
        assert done == [1]
        memory.work()
    with world.open() as memory:
        assert memory.status().checked == f"ok at {AT}"
        memory.work()
    assert done == [1]


@pytest.mark.usefixtures("large")
def test_a_check_counts_for_a_week(world: World, done: list[int]) -> None:
    """Then a worker repeats it, and no opening waits for that."""
    with world.open() as memory:
        memory.work()
    world.clock.advance(limits.CHECK_GOOD_US)
    with world.open() as memory:
        assert memory.health == Healthy()
        assert done == [1]
        memory.work()
    assert done == [1, 1]


@pytest.mark.usefixtures("large")
def test_what_a_worker_finds_damaged_serves_nothing_more(world: World) -> None:
    """At once for the worker's store, at the next opening for all others (A97)."""
    DANGLING(world.path)
    with world.open() as memory:
        assert memory.health == Healthy()
        with pytest.raises(MemorySchemaError, match="2 rows refer"):
            memory.work()
        with pytest.raises(MemorySchemaError):
            memory.list()
    with world.open() as memory:
        assert memory.health == Degraded(findings=(f"a check of the whole file failed at {AT}",))
        memory.clear(confirm=True)
        assert memory.status().health == "healthy"
    with world.open() as memory:
        assert memory.health == Healthy()


@pytest.mark.usefixtures("large")
def test_a_store_that_was_left_open_is_checked_at_once(world: World, done: list[int]) -> None:
    """A log without anybody who has the store open is the trace of a process that died."""
    killed_after(world, 2)
    with world.open() as memory:
        assert done == [1]
        assert memory.status().checked == f"ok at {AT}"
    with world.open():
        assert done == [1]


@pytest.mark.usefixtures("large")
def test_damage_after_an_unclean_end_is_found_before_the_store_is_used(world: World) -> None:
    """And the next opening knows it without another check."""
    killed_after(world, 2)
    log = world.path.parent / "memory.db-wal"
    kept = log.read_bytes()
    DANGLING(world.path)
    log.write_bytes(kept)
    with world.open() as memory:
        assert isinstance(memory.health, Degraded)


@pytest.mark.usefixtures("large")
def test_a_store_that_another_has_open_was_not_left_open(world: World, done: list[int]) -> None:
    """Its log is in use: whoever joins checks nothing."""
    with world.open() as memory:
        memory.record(whole_turn("Two."))
        assert (world.path.parent / "memory.db-wal").stat().st_size
        with world.open() as other:
            other.record(whole_turn("Three."))
        with world.open():
            pass
    assert done == []


@pytest.mark.usefixtures("large")
def test_another_file_is_checked_at_once(world: World, tmp_path: Path, done: list[int]) -> None:
    """A copy that was put in place is another file, whatever it holds."""
    with world.open() as memory:
        memory.work()
    shutil.copy(world.path, tmp_path / "copy")
    (tmp_path / "copy").replace(world.path)
    with world.open() as memory:
        assert memory.health == Healthy()
        assert done == [1, 1]
    with world.open():
        assert done == [1, 1]


@pytest.mark.usefixtures("large")
def test_a_check_that_was_cut_off_is_not_in_the_way_again(world: World, done: list[int]) -> None:
    """Who was killed because it took too long comes in; a worker does it after a while."""
    killed_after(world, 2)
    file, now_us = world.path.stat(), world.clock.now_us()
    Witness(world.path).note_check(
        Check(result=CheckResult.RUNNING, at_us=now_us, device=file.st_dev, inode=file.st_ino)
    )
    with world.open() as memory:
        assert done == []
        assert memory.status().checked == f"checking since {AT}"
        memory.work()
        assert done == []  # it may still be at it
        world.clock.advance(limits.CHECK_RUNNING_US)
        memory.work()
        assert done == [1]


@pytest.mark.usefixtures("large")
def test_a_check_that_is_killed_leaves_that_it_was_running(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the mark says is what was done."""

    def killed(_connection: apsw.Connection) -> tuple[str, ...]:
        raise KeyboardInterrupt

    killed_after(world, 2)
    monkeypatch.setattr(checks, "thorough_findings", killed)
    with pytest.raises(KeyboardInterrupt):
        world.open()
    check = last_check(world)
    assert check is not None
    assert check.result is CheckResult.RUNNING


@pytest.mark.usefixtures("large")
def test_a_watching_worker_checks_when_it_has_nothing_to_do(world: World, done: list[int]) -> None:
    """Jobs go first; the check is done once."""
    steps: list[Step] = []
    rests: list[int] = []
    with world.open() as memory:
        memory.record(whole_turn("Two."))
        memory.worker().watch(
            lambda: len(rests) == 3, steps.append, lambda: rests.append(len(done))
        )
        assert steps
        assert rests == [1, 1, 1]
        assert memory.status().checked == f"ok at {AT}"


@pytest.mark.usefixtures("large")
def test_nobody_waits_for_a_check(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a worker reads the file, the very same store is written to."""
    real = checks.thorough_findings
    with world.open() as memory:

        def meanwhile(connection: apsw.Connection) -> tuple[str, ...]:
            memory.record(whole_turn("Two."))
            with world.open() as other:
                other.record(whole_turn("Three."))
                assert other.status().checked == f"checking since {AT}"
            return real(connection)

        monkeypatch.setattr(checks, "thorough_findings", meanwhile)
        assert check_if_due(memory.store, memory.ports)
        assert memory.status().turns.total == 3
        assert not memory.store._connection.in_transaction  # noqa: SLF001 - nothing is left open


@pytest.mark.usefixtures("large")
def test_two_workers_do_not_check_the_same_file(world: World, done: list[int]) -> None:
    """What one has checked, or is at, the other leaves."""
    with world.open() as memory, world.open() as other:
        memory.work()
        other.work()
        assert other.status().checked == f"ok at {AT}"
    assert done == [1]


def test_a_memory_without_a_file_is_not_checked() -> None:
    """There is nothing to check."""
    with World(None).open() as memory:
        assert not check_if_due(memory.store, memory.ports)


@pytest.mark.usefixtures("large")
def test_a_file_that_is_gone_is_not_checked(world: World) -> None:
    """The next use tells that; the check raises nothing."""
    with world.open() as memory:
        world.path.unlink()
        assert not check_if_due(memory.store, memory.ports)
