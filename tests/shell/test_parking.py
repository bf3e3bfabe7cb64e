"""Parked jobs: visible in status, out of their lane, and the user's to retry or drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.shell.errors import NotFoundError, RefusedError, RequestError
from tests.kit import World, column, remember, say, while_asked, whole_turn

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.memory import Memory

SAID = "We use PostgreSQL for the orders, that is decided."


def park(world: World, memory: Memory) -> None:
    """Let the only job fail until it is parked."""
    world.model.script = [say("junk")] * 12
    for _ in range(12):
        memory.work()
        world.clock.advance(3_600)


def test_a_poison_job_is_parked_and_shown(tmp_path: Path) -> None:
    """Twelve failures, then it leaves its lane and the turns behind it go on (J02)."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        park(world, memory)
        memory.record(whole_turn("Next."))
        assert memory.work().succeeded == 1
        status = memory.status()
        assert (status.jobs.parked, [one.id for one in status.parked]) == (1, [1])
        assert (status.parked[0].turn_id, status.parked[0].attempts) == (1, 12)
        assert "not one JSON value" in str(status.last_error)


def test_a_retried_job_gets_all_its_attempts_back(tmp_path: Path) -> None:
    """After the retry the turn becomes memory and no error is shown any more."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        park(world, memory)
        memory.retry_job("j1")
        world.model.script = [remember(SAID[:-1])]
        assert memory.work().failed == 0
        assert len(memory.list()) == 1
        assert (memory.status().parked, memory.status().last_error) == ((), None)


def test_a_retried_job_may_fail_twelve_times_again(tmp_path: Path) -> None:
    """One more failure does not park it at once."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        park(world, memory)
        memory.retry_job(1)
        world.model.script = [say("junk")]
        assert memory.work().failed == 1
        assert column(memory, "attempt_count") == [1]
        assert memory.status().jobs.retry_wait == 1


def test_a_running_job_is_left_alone(tmp_path: Path) -> None:
    """While a worker asks about it a decision is refused, and its result counts."""
    world = World(tmp_path)
    refused: list[str] = []

    with world.open() as memory, world.open() as other:

        def decide() -> None:
            for decision in (other.retry_job, other.drop_job):
                with pytest.raises(RefusedError) as caught:
                    decision("j1")
                refused.append(caught.value.message)

        memory.record(whole_turn(SAID))
        world.model.script = [while_asked(decide, remember(SAID[:-1]))]
        assert memory.work().succeeded == 2
        assert ["is leased" in message for message in refused] == [True, True]
        assert len(memory.list()) == 1


def test_a_decision_goes_before_a_worker_that_looked_earlier(tmp_path: Path) -> None:
    """A job dropped or retried after its lease ran out takes no late result (A238)."""
    for decide in ("retry_job", "drop_job"):
        folder = tmp_path / decide
        folder.mkdir()
        world = World(folder)
        with world.open() as memory, world.open() as other:

            def late(memory: Memory = other, decide: str = decide, world: World = world) -> None:
                world.clock.advance(121)
                getattr(memory, decide)(1)

            memory.record(whole_turn(SAID))
            world.model.script = [while_asked(late, remember(SAID[:-1]))]
            step = memory.worker().step(None, force=True)
            assert step is not None
            assert step.stale
            assert column(memory, "status") == ["pending" if decide == "retry_job" else "dropped"]
            assert column(memory, "id", "memory_candidates") == []


def test_a_job_that_kills_its_worker_can_be_dropped(tmp_path: Path) -> None:
    """Before the next start takes it up and dies as well."""
    world = World(tmp_path)

    def die(_question: object) -> str:
        raise KeyboardInterrupt

    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [die]
        with pytest.raises(KeyboardInterrupt):
            memory.work()
        with pytest.raises(RefusedError, match="is leased"):
            memory.drop_job(1)
        world.clock.advance(120)
        memory.drop_job(1)
        assert column(memory, "status") == ["dropped"]
        assert memory.work().processed == 0


def test_a_dropped_job_leaves_the_raw_turn(tmp_path: Path) -> None:
    """No memory comes of it, the words stay, and its error is resolved (A269)."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        park(world, memory)
        memory.drop_job(1)
        memory.work()
        status = memory.status()
        assert (memory.list(), status.last_error) == ((), None)
        assert (status.jobs.dropped, status.turns.completed) == (1, 1)
        assert memory.context().history[0].text == SAID


def test_a_dropped_consolidation_rejects_its_candidates(tmp_path: Path) -> None:
    """What stage 1 found is given up too, and nothing waits for ever."""
    world = World(tmp_path, remember(SAID[:-1]), *[say("junk")] * 12)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        for _ in range(13):
            memory.work()
            world.clock.advance(3_600)
        (parked,) = memory.status().parked
        assert (parked.kind, parked.turn_id) == ("consolidation", None)
        memory.drop_job(parked.id)
        with memory.store.reading() as reading:
            statuses = [row["status"] for row in reading.records("export/memory_candidates")]
        assert statuses == ["rejected"]


def test_what_cannot_be_decided_is_refused(tmp_path: Path) -> None:
    """A job that is over, one that never was, and an id that is none."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        with pytest.raises(RefusedError, match="succeeded_no_output"):
            memory.retry_job(1)
        with pytest.raises(NotFoundError, match="j9"):
            memory.drop_job("j9")
        with pytest.raises(RequestError, match="no job id"):
            memory.retry_job("m1")
