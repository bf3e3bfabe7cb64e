"""Document A on background work: leases, retries, recovery, draining, and the one error shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.turns import TurnState
from sayso.shell.errors import MemoryLeaseError, MemoryStorageError
from tests.kit import (
    World,
    extraction_text,
    fail_with,
    keep_all,
    remember,
    say,
    whole_turn,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.shell.memory import Memory
    from sayso.shell.worker import Step as Done
    from tests.kit import Question

    Step = Callable[[Question], str | ModelFault]

SAID = "From now on we use PostgreSQL for every store."
OTHER = "From now on all answers come as tables."
FAULT = ModelFault(kind="Timeout", message="no answer within 60 s")
OTHER_FAULT = ModelFault(kind="Refused", message="quota is used up", status="429")


def acting(act: Callable[[], object], then: Step = keep_all) -> Step:
    """Give a step of a script in which something happens while the model is asked."""

    def answer(question: Question) -> str | ModelFault:
        act()
        return then(question)

    return answer


def export_of(memory: Memory, table: str) -> list[tuple[object, ...]]:
    """Give every row of a table, as the export reads them."""
    return memory.store.look(f"export/{table}")


def columns(memory: Memory, name: str) -> tuple[object, ...]:
    """Give one column of all jobs, in the order of their numbers."""
    with memory.store.reading() as reading:
        return tuple(row[name] for row in reading.records("export/memory_jobs"))


def test_nothing_is_locked_while_a_model_is_asked(tmp_path: Path) -> None:
    """Another process writes a turn and reads during both stages' calls."""
    world = World(tmp_path)
    with world.open() as memory, world.open() as other:

        def use_store() -> None:
            other.record(whole_turn("Meanwhile."))
            other.search("PostgreSQL")

        world.model.script = [acting(use_store, remember(SAID[:-1])), acting(use_store)]
        memory.record(whole_turn(SAID))
        memory.work()
        assert memory.status().turns["total"] == 3
        assert [one.title for one in memory.list()] == [SAID[:-1]]


def test_every_ordinary_turn_has_one_durable_job(tmp_path: Path) -> None:
    """Completed, failed and interrupted turns of both intents are queued once, through restarts."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn("One.", intent="code_explain"))
        with memory.turn("Two.") as turn:
            turn.finish("Yes.")
            turn.finish("Yes.")
        memory.turn("Three.").fail()
        memory.turn("Four.")
    world.clock.advance(121)
    with world.open() as memory:
        memory.worker().recover()
        memory.worker().recover()
        assert columns(memory, "turn_id") == (1, 2, 3, 4)
        assert set(columns(memory, "status")) == {"pending"}
        turns = memory.status().turns
        assert (turns["completed"], turns["failed"], turns["interrupted"]) == (2, 1, 1)


def test_a_failing_main_call_keeps_the_words(tmp_path: Path) -> None:
    """An error in the host marks the turn as failed and goes on its way; the words stay."""
    with World(tmp_path).open() as memory:
        with pytest.raises(ZeroDivisionError), memory.turn(SAID):
            raise ZeroDivisionError
        with memory.store.reading() as reading:
            (turn,) = reading.records("export/turns")
        assert (turn["user_text"], turn["state"]) == (SAID, TurnState.FAILED)


def test_only_expired_requests_are_interrupted(tmp_path: Path) -> None:
    """A second process leaves a live request alone, and one that was renewed in time."""
    world = World(tmp_path)
    with world.open() as host, world.open() as other:
        dead = host.turn("This host dies.")
        world.clock.advance(60)
        live = host.turn("This one lives.")
        renewed = host.turn("This one is renewed.", lease_us=1_000_000)
        renewed.heartbeat()
        world.clock.advance(61)
        other.worker().recover()
        assert other.status().turns["interrupted"] == 1
        assert other.status().jobs["pending"] == 1
        live.finish("Yes.")
        renewed.finish("Yes.")
        dead.finish("It did answer after all.")
        assert other.status().turns["completed"] == 3


def test_nobody_else_ends_a_request(tmp_path: Path) -> None:
    """An expired request that was not recovered yet can no longer be ended either."""
    world = World(tmp_path)
    with world.open() as host:
        turn = host.turn("Hello.")
        world.clock.advance(121)
        with pytest.raises(MemoryLeaseError):
            turn.finish("Too late.")


def test_start_recovers_and_does_nothing_else(tmp_path: Path) -> None:
    """With nothing expired, a start changes no row; otherwise exactly what has expired."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.turn("Open and alive.")
        before = [export_of(memory, name) for name in ("memory_meta", "turns", "memory_jobs")]
    with world.open() as memory:
        memory.worker().recover()
        after = [export_of(memory, name) for name in ("memory_meta", "turns", "memory_jobs")]
        assert after == before
        world.clock.advance(121)
        memory.worker().recover()
        assert memory.status().threads == 1
        assert memory.status().turns == {
            "total": 2,
            "open": 0,
            "completed": 1,
            "failed": 0,
            "interrupted": 1,
        }


def test_an_expired_job_goes_on_elsewhere_and_its_late_result_is_nothing(tmp_path: Path) -> None:
    """The lease runs out during a call; another worker takes over, the first changes nothing."""
    world = World(tmp_path)
    with world.open() as slow, world.open() as other:

        def take_over() -> None:
            world.clock.advance(121)
            assert other.work().succeeded == 2

        world.model.script = [
            acting(take_over, remember(SAID[:-1])),
            remember(SAID[:-1]),
        ]
        slow.record(whole_turn(SAID))
        (step, *_) = slow.work().steps
        assert step.stale
        assert len(slow.list()) == 1
        assert columns(slow, "attempt_count")[0] == 2


def test_a_failure_is_kept_and_retried_in_its_time(tmp_path: Path) -> None:
    """Attempts, RAW error and retry time are stored; the job waits, then succeeds."""
    world = World(tmp_path, fail_with(FAULT), remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        report = memory.work()
        assert (report.failed, report.pending) == (1, 1)
        assert columns(memory, "attempt_count") == (1,)
        assert columns(memory, "next_retry_at") == (world.clock.now_us() + 5_000_000,)
        assert "no answer within 60 s" in str(columns(memory, "last_error")[0])
        assert memory.work().processed == 0
        world.clock.advance(5)
        assert memory.work().succeeded == 2
        assert len(memory.list()) == 1


def test_an_unrelated_success_hides_no_error(tmp_path: Path) -> None:
    """The global error is the last updated one still unresolved, and goes with the last."""
    world = World(tmp_path, fail_with(FAULT), fail_with(OTHER_FAULT), say(extraction_text()))
    with world.open() as memory:
        for session in ("a", "b", "c"):
            memory.record(whole_turn("Words.", session=session))
            memory.work()
        assert "quota is used up" in str(memory.status().last_error)
        world.clock.advance(5)
        world.model.script = [say(extraction_text()), fail_with(OTHER_FAULT)]
        memory.work()
        assert "quota is used up" in str(memory.status().last_error)
        world.clock.advance(30)
        memory.work()
        assert memory.status().last_error is None


def test_of_two_errors_at_one_moment_the_later_job_counts(tmp_path: Path) -> None:
    """Equal times are told apart by the higher number."""
    world = World(tmp_path, fail_with(OTHER_FAULT), fail_with(FAULT))
    with world.open() as memory:
        memory.record(whole_turn("Words.", session="a"))
        memory.record(whole_turn("Words.", session="b"))
        memory.work()
        assert "no answer within 60 s" in str(memory.status().last_error)


def test_clear_takes_error_and_success_along(tmp_path: Path) -> None:
    """After a clear neither the last error nor the last success is left, created_at is."""
    world = World(tmp_path, say(extraction_text()), fail_with(FAULT))
    with world.open() as memory:
        memory.record(whole_turn("Words."))
        memory.work()
        memory.record(whole_turn("Words."))
        memory.work()
        (before,) = memory.store.look("store/meta")
        assert before[4] is not None
        assert before[5] is not None
        world.clock.advance(60)
        memory.clear(confirm=True)
        (after,) = memory.store.look("store/meta")
        assert after[4:7] == (None, None, before[6])
        assert after[2] == before[2] + 1


def test_a_round_takes_its_snapshot_and_its_own_children_only(tmp_path: Path) -> None:
    """What is added during the round waits; an own consolidation is finished in it."""
    world = World(tmp_path)
    with world.open() as memory, world.open() as other:
        add = whole_turn(OTHER, session="another")
        world.model.script = [acting(lambda: other.record(add), remember(SAID[:-1]))]
        memory.record(whole_turn(SAID))
        report = memory.work()
        assert (report.processed, report.succeeded, report.pending) == (2, 2, 1)
        assert len(world.model.asked) == 2
        assert [one.title for one in memory.list()] == [SAID[:-1]]


def test_a_failed_job_is_tried_once_in_a_round_and_the_round_ends(tmp_path: Path) -> None:
    """Every job of the snapshot fails once; nothing is tried again and nothing raises."""
    world = World(tmp_path, *(fail_with(FAULT) for _ in range(9)))
    with world.open() as memory:
        for session in ("a", "b", "c"):
            memory.record(whole_turn("Words.", session=session))
        report = memory.work()
        assert (report.processed, report.failed, report.pending) == (3, 3, 3)
        assert len(world.model.asked) == 3


def test_a_passing_fault_ends_a_step_and_not_the_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that fails once while watching costs one poll; turns added later are worked off."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        worker = memory.worker()
        faults = [MemoryStorageError("another process holds the store")]
        transact = memory.store.transact

        def fail_once(*args: object) -> object:
            if faults:
                raise faults.pop()
            return transact(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(memory.store, "transact", fail_once)
        polls = iter(range(40))
        seen: list[Done] = []

        def is_stopped() -> bool:
            at = next(polls)
            if at == 3:
                memory.record(whole_turn(SAID))
            return at > 36

        worker.watch(is_stopped, seen.append)
        assert not faults
        assert "another process" in str(seen[0].error)
        assert [one.title for one in memory.list()] == [SAID[:-1]]
