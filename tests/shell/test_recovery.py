"""Recovery: what died is found, all of it and nothing else, and goes on (A235-A236, A282-A285)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.shell.errors import MemorySchemaError
from tests.kit import FAULT, World, column, fail_with, while_asked, whole_turn
from tests.shell.lifekit import tick

if TYPE_CHECKING:
    from pathlib import Path

YEARS_S = 100 * 365 * 86_400


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project folder of its own."""
    return World(tmp_path)


def tamper(world: World, sql: str) -> None:
    """Change the file behind everybody's back."""
    connection = apsw.Connection(str(world.path))
    connection.execute(sql)
    connection.close()


def test_one_start_recovers_every_dead_turn(world: World) -> None:
    """However many there are: none stays open until some later start (A236)."""
    with world.open() as memory:
        for _ in range(205):
            memory.turn("I die.")
        world.clock.advance(120)
        memory.worker().recover()
        turns = memory.status().turns
        assert (turns.open, turns.interrupted) == (0, 205)
        assert memory.status().jobs.pending == 205
        assert set(column(memory, "attempt_count")) == {0}


def test_looking_for_the_dead_keeps_nobody_from_writing(world: World) -> None:
    """With nothing to recover no write transaction is begun, however often one looks."""
    with world.open() as memory:
        memory.record(whole_turn("Words?"))
        memory.turn("I live.")
        connection = apsw.Connection(str(world.path))
        connection.execute("BEGIN IMMEDIATE")
        memory.worker().recover()
        connection.execute("ROLLBACK")
        connection.close()
        assert memory.status().turns.open == 1


@pytest.mark.parametrize(
    "damage", ["UPDATE threads SET status = 'archived'", "DELETE FROM memory_meta"]
)
def test_a_store_without_its_ground_is_not_recovered(world: World, damage: str) -> None:
    """Also with nothing to recover: without meta or active thread it is refused (A119)."""
    with world.open() as memory:
        tamper(world, damage)
        with pytest.raises(MemorySchemaError, match="has lost"):
            memory.worker().recover()


def test_a_jobs_lease_from_a_wrong_clock_is_over(world: World) -> None:
    """A worker that died in the year 2123 does not hold its job until then (T01)."""

    def jump_and_die() -> None:
        raise KeyboardInterrupt

    with world.open() as memory:
        world.clock.advance(YEARS_S)
        memory.record(whole_turn("Words?"))
        world.model.script = [while_asked(jump_and_die)]
        with pytest.raises(KeyboardInterrupt):
            memory.work()
        world.clock.advance(-YEARS_S)
        report = memory.work()
        assert (report.succeeded, report.pending) == (1, 0)


def test_a_retry_from_a_wrong_clock_is_due(world: World) -> None:
    """A job that failed in the year 2123 is tried again now, not in a hundred years (T01)."""
    with world.open() as memory:
        world.clock.advance(YEARS_S)
        memory.record(whole_turn("Words?"))
        world.model.script = [fail_with(FAULT)]
        assert memory.work().failed == 1
        world.clock.advance(-YEARS_S)
        assert tick(memory) == [1]


def test_a_job_of_another_generation_is_closed(world: World) -> None:
    """It is never asked about, whatever state it was left in, and its error goes with it (A240)."""
    with world.open() as memory:
        for session in ("a", "b", "c"):
            memory.record(whole_turn("Words?", session=session))
        world.model.script = [fail_with(FAULT)]
        assert memory.worker().step(None, force=True) is not None
        tamper(
            world,
            "UPDATE memory_jobs SET generation = 7 WHERE id <> 3;"
            "UPDATE memory_jobs SET status = 'leased', lease_owner = 'x', "
            "lease_expires_at = created_at + 60000000 WHERE id = 2",
        )
        asked = len(world.model.asked)
        assert memory.work().succeeded == 1
        assert len(world.model.asked) == asked + 1
        assert set(column(memory, "status")) == {"succeeded_no_output"}
        assert column(memory, "attempt_count") == [1, 0, 1]
        assert memory.status().last_error is None
