"""A worker that watches: by the schedule, over every fault of store, model or job, to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import apsw
import pytest

from sayso.core import limits
from sayso.core.model import ModelReply
from sayso.core.outcome import Success
from sayso.shell.errors import (
    MemorySchemaError,
    MemoryStorageError,
    SaysoError,
    UnknownCommitError,
)
from sayso.shell.stages import Stages
from tests.kit import (
    CannedModel,
    World,
    column,
    while_asked,
    whole_turn,
)
from tests.shell.lifekit import watch_for

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.diagnostics import ModelFault
    from sayso.core.jobs import Job
    from sayso.core.model import RequestPolicy
    from sayso.core.outcome import Result
    from tests.kit import Question


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


class RaisingModel(CannedModel):
    """A model of a host's own whose client raises, against its contract, or answers nonsense."""

    faults: list[object]

    def ask(self, question: Question, policy: RequestPolicy) -> Result[ModelReply, ModelFault]:
        """Raise or give what is next; then answer as a model does."""
        if not self.faults:
            return super().ask(question, policy)
        self.asked.append(question)
        fault = self.faults.pop(0)
        if isinstance(fault, BaseException):
            raise fault
        return cast("Result[ModelReply, ModelFault]", fault)


def raising(world: World, *faults: object) -> None:
    """Let the world's model misbehave this often."""
    world.model = RaisingModel()
    world.model.faults = list(faults)


def test_a_watching_worker_keeps_to_the_schedule(world: World) -> None:
    """It looks once a second while nothing is due, and takes a lonely turn after 30 s."""
    with world.open() as memory:
        memory.record(whole_turn("One?"))
        begun_us = world.clock.now_us()
        assert watch_for(memory, 29) == []
        assert world.clock.now_us() == begun_us + 29 * limits.SECOND_US
        (step,) = watch_for(memory, 3)
        assert len(step.jobs) == 1


def test_what_comes_during_work_is_worked_off_next(world: World) -> None:
    """Turns that arrive while a batch is asked about need no new start and no pause (A242)."""
    with world.open() as memory:
        for _ in range(2):
            memory.record(whole_turn("Before?"))

        def arrive() -> None:
            for _ in range(6):
                memory.record(whole_turn("Meanwhile?"))

        world.model.script = [while_asked(arrive)]
        begun_us = world.clock.now_us()
        steps = watch_for(memory, 3)
        assert [[job.id for job in step.jobs] for step in steps] == [
            [1, 2],
            [3, 4, 5, 6],
            [7, 8],
        ]
        assert world.clock.now_us() == begun_us


def test_a_watching_worker_recovers_dead_turns(world: World) -> None:
    """A turn whose host died is interrupted and worked off without a restart."""
    with world.open() as memory:
        memory.turn("Hello?")
        steps = watch_for(memory, 160)
        assert [len(step.jobs) for step in steps] == [1]


@pytest.mark.parametrize("method", ["transact", "reading", "look"])
@pytest.mark.parametrize(
    "error",
    [
        MemoryStorageError("busy"),
        UnknownCommitError("torn"),
        MemorySchemaError("the store is damaged"),
        apsw.IOError("a disk that comes back"),
        UnicodeEncodeError("utf-8", "\udc80", 0, 1, "surrogates not allowed"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_passing_fault_does_not_end_a_watching_worker(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, method: str
) -> None:
    """An error of the store, wherever it strikes, is told and costs one poll (A241)."""
    with world.open() as memory:
        for _ in range(2):
            memory.record(whole_turn("Words?"))
        faults = [error, error]
        sound = getattr(memory.store, method)

        def flaky(*args: object, **params: object) -> object:
            if faults:
                raise faults.pop()
            return sound(*args, **params)

        monkeypatch.setattr(memory.store, method, flaky)
        begun_us = world.clock.now_us()
        steps = watch_for(memory, 3)
        told = error.message if isinstance(error, SaysoError) else f"{type(error).__name__}: "
        assert [str(step.error).startswith(told) for step in steps] == [True, True, False]
        assert [len(step.jobs) for step in steps] == [0, 0, 2]
        assert world.clock.now_us() == begun_us + 2 * limits.SECOND_US


def test_a_store_that_is_cleared_elsewhere_is_worked_on_again(tmp_path: Path) -> None:
    """While it is degraded nothing is done; after an explicit clear the same worker goes on."""
    world = World(tmp_path)

    def damage() -> None:
        connection = apsw.Connection(str(world.path))
        connection.execute("UPDATE threads SET status = 'archived'")
        connection.close()

    def clear() -> None:
        with world.open() as other:
            other.clear(confirm=True)
            for _ in range(2):
                other.record(whole_turn("After."))

    with world.open() as memory:
        damage()
        looks = [0]

        def is_stopped() -> bool:
            looks[0] += 1
            if looks[0] == 3:
                clear()
            return looks[0] > 3

        seen: list[tuple[int, str | None]] = []
        memory.worker().watch(is_stopped, lambda step: seen.append((len(step.jobs), step.error)))
        assert seen == [(0, "the store has lost an active thread")] * 2 + [(2, None)]


NONSENSE = (
    ValueError("no"),
    ExceptionGroup("tasks", [OSError("no route")]),
    RecursionError("too deep"),
    None,
    Success(ModelReply(text=cast("str", None))),
)


@pytest.mark.parametrize("fault", NONSENSE, ids=repr)
def test_no_model_ends_a_watching_worker(world: World, fault: object) -> None:
    """Its job waits for the retry with a diagnostic; other sessions go on, then it comes again."""
    raising(world, fault)
    with world.open() as memory:
        for session in ("a", "a", "b", "b"):
            memory.record(whole_turn("Words?", session=session))
        steps = watch_for(memory, 8)
        assert [(step.error is None, len(step.jobs)) for step in steps] == [
            (False, 2),
            (True, 2),
            (True, 2),
        ]
        assert set(column(memory, "status")) == {"succeeded_no_output"}
        assert column(memory, "attempt_count") == [2, 2, 1, 1]


@pytest.mark.parametrize("fault", NONSENSE, ids=repr)
def test_no_model_ends_a_drain(world: World, fault: object) -> None:
    """The round goes on to the next job, and the exit goes on after it (A294-A295)."""
    raising(world, fault)
    with world.open() as memory:
        memory.record(whole_turn("Words?", session="a"))
        memory.record(whole_turn("Words?", session="b"))
        report = memory.work()
        assert (report.succeeded, report.failed, report.pending) == (1, 1, 1)
        assert memory.status().last_error is not None


def test_an_interruption_is_no_fault(world: World) -> None:
    """Ctrl-C goes through; the job is left to its lease."""
    raising(world, KeyboardInterrupt())
    with world.open() as memory:
        memory.record(whole_turn("Words?"))
        with pytest.raises(KeyboardInterrupt):
            memory.work()
        assert column(memory, "status") == ["leased"]


def test_a_fault_of_our_own_stops_one_job_only(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bug that one turn hits is told with its place, and ends parked instead of everything."""
    extract = Stages.extract

    def hit_by_one(stages: Stages, jobs: tuple[Job, ...]) -> object:
        if jobs[0].session == "a":
            raise KeyError("candidates")
        return extract(stages, jobs)

    monkeypatch.setattr(Stages, "extract", hit_by_one)
    with world.open() as memory:
        memory.record(whole_turn("Words?", session="a"))
        memory.record(whole_turn("Words?", session="b"))
        report = memory.work()
        assert (report.succeeded, report.failed, report.model_failed) == (1, 1, False)
        assert str(memory.status().last_error).startswith("KeyError: 'candidates'\nat: ")
        for _ in range(11):
            world.clock.advance(3_600)
            memory.work()
        assert column(memory, "status") == ["parked", "succeeded_no_output"]
