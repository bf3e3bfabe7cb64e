"""Rounds of background work: what a drain takes, and how a watching worker goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.plans import Plan
from sayso.shell.errors import MemoryStorageError, UnknownCommitError
from sayso.shell.memory import Memory
from sayso.shell.store.store import Guarded, Reading
from sayso.shell.worker import Step
from tests.kit import World, column, fail_with, remember, while_asked, whole_turn

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
FAULT = ModelFault(kind="Timeout", message="no answer in 60 s")


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def test_a_round_tries_each_job_once(world: World) -> None:
    """A retry that falls due within the round is left for the next one (A289)."""
    with world.open() as memory:
        memory.record(whole_turn("One?", session="a"))
        memory.record(whole_turn("Two?", session="b"))
        late = while_asked(lambda: world.clock.advance(10), fail_with(FAULT))
        world.model.script = [late, late, late]
        report = memory.work()
        assert (report.processed, report.failed, report.pending) == (2, 2, 2)
        assert len(world.model.asked) == 2


@pytest.mark.parametrize("session", ["a", "b"])
def test_what_comes_in_meanwhile_is_left(world: World, session: str) -> None:
    """A round takes what was there when it began, and the children of that (A288-A293)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID, session="a"))
        more = whole_turn("And this?", session=session)
        world.model.script = [while_asked(lambda: memory.record(more), remember(QUOTE))]
        report = memory.work()
        assert (report.succeeded, report.pending) == (2, 1)
        assert len(memory.list()) == 1


def test_a_foreign_consolidation_does_not_block_a_child(world: World) -> None:
    """An older consolidation that is not part of the round, and waits, stands aside (A292)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE), fail_with(FAULT)]
        memory.work()
        assert column(memory, "status") == ["succeeded", "retry_wait"]
        memory.new_thread()
        memory.record(whole_turn("We decided: use Rust for the parser."))
        world.model.script = [remember("use Rust for the parser")]
        report = memory.worker().drain(thread_id=2)
        assert (report.succeeded, report.pending) == (2, 0)
        assert [one.title for one in memory.list()] == ["use Rust for the parser"]


def test_an_empty_round_is_no_work(world: World) -> None:
    """Nothing pending, nothing asked."""
    with world.open() as memory:
        report = memory.work()
        assert (report.processed, report.pending, report.steps) == (0, 0, ())


def test_every_step_is_reported(world: World) -> None:
    """Whoever watches a round sees its steps as they come."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE)]
        seen: list[Step] = []
        report = memory.work(seen.append)
        assert tuple(seen) == report.steps


def watch_for(memory: Memory, polls: int) -> list[Step]:
    """Watch until a number of looks have been taken."""
    left = [polls]

    def is_stopped() -> bool:
        left[0] -= 1
        return left[0] < 0

    seen: list[Step] = []
    memory.worker().watch(is_stopped, seen.append)
    return seen


def test_a_watching_worker_keeps_to_the_schedule(world: World) -> None:
    """It sleeps while nothing is due, and drains what is due without a pause (A242)."""
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        begun_us = world.clock.now_us()
        assert watch_for(memory, 29) == []
        assert world.clock.now_us() == begun_us + 29_000_000
        (step,) = watch_for(memory, 3)
        assert len(step.jobs) == 1


def test_a_watching_worker_recovers_dead_turns(world: World) -> None:
    """A turn whose host died is interrupted and worked off without a restart."""
    with world.open() as memory:
        memory.turn("Hello?")
        steps = watch_for(memory, 160)
        assert [len(step.jobs) for step in steps] == [1]


@pytest.mark.parametrize("error", [MemoryStorageError("busy"), UnknownCommitError("torn")])
def test_a_passing_fault_does_not_end_a_watching_worker(
    world: World, monkeypatch: pytest.MonkeyPatch, error: MemoryStorageError
) -> None:
    """An error of the store is reported and costs one poll, then work goes on (A241)."""
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        memory.record(whole_turn("Two?"))
        faults = [error, error]
        transact = memory.store.transact

        def flaky(work: Callable[[Reading, Guarded], tuple[Plan, object]]) -> object:
            if faults:
                raise faults.pop()
            return transact(work)

        monkeypatch.setattr(memory.store, "transact", flaky)
        steps = watch_for(memory, 4)
        assert [step.error for step in steps] == [error.message, error.message, None]


def test_no_transaction_is_open_while_the_model_is_asked(tmp_path: Path) -> None:
    """Another process can write during both stages (A231)."""
    world = World(tmp_path)
    with world.open() as memory, world.open() as other:
        memory.record(whole_turn(SAID))
        world.model.script = [
            while_asked(lambda: other.record(whole_turn("Me too.")), remember(QUOTE)),
            while_asked(lambda: other.record(whole_turn("And me."))),
        ]
        assert memory.work().succeeded == 2
        assert other.status().turns.total == 3


def test_short_calls_are_asked_for(world: World) -> None:
    """Both stages run without reasoning and streaming, within 60 s (A275)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert [policy.max_output_tokens for policy in world.model.policies] == [1_800, 2_200]
        assert not any(policy.reasoning or policy.streaming for policy in world.model.policies)
