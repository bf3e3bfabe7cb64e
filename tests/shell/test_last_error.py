"""The one error shown for the whole store: which it is, how long it stays, and when it goes.

Rule: among jobs that are unresolved and have an error, the one updated last, then the higher
number. It is looked up anew at every claim, success, failure, recovery and decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.diagnostics import ModelFault
from tests.kit import (
    World,
    column,
    extraction_text,
    fail_with,
    remember,
    say,
    while_asked,
    whole_turn,
)
from tests.shell.lifekit import tick

if TYPE_CHECKING:
    from sayso.shell.memory import Memory

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
HOUR_US = 3_600_000_000


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def fault(name: str, wait_us: int | None = None) -> ModelFault:
    """Give a fault that is told by its name; the provider may ask for a wait."""
    return ModelFault(kind="E", message=name, retry_after_us=wait_us)


def shown(memory: Memory) -> str | None:
    """Give the name of the fault that is shown, None for none."""
    error = memory.status().last_error
    return None if error is None else error.splitlines()[0].removeprefix("E: ")


def record_due(world: World, memory: Memory, *sessions: str) -> None:
    """Record a turn in each session and let them all fall due."""
    for session in sessions:
        memory.record(whole_turn("Words?", session=session))
    world.clock.advance(30)


def fail_two(world: World, memory: Memory, gap_s: float = 1) -> None:
    """Let job 1 fail for an hour and job 2, some time later, for five seconds."""
    record_due(world, memory, "a", "b")
    world.model.script = [fail_with(fault("first", HOUR_US)), fail_with(fault("second"))]
    assert tick(memory) == [1]
    world.clock.advance(gap_s)
    assert tick(memory) == [2]


@pytest.mark.parametrize("gap_s", [0, 1])
def test_the_newest_is_shown_then_the_next(world: World, gap_s: float) -> None:
    """By time, then by number; one that is resolved makes room for the next (A268-A269)."""
    with world.open() as memory:
        fail_two(world, memory, gap_s)
        assert shown(memory) == "second"
        world.clock.advance(5)
        assert tick(memory) == [2]
        assert shown(memory) == "first"
        world.clock.advance(3_600)
        assert tick(memory) == [1]
        assert shown(memory) is None


def test_time_goes_before_number(world: World) -> None:
    """An older job that fails again is the newest error, also after an unrelated success (A268)."""
    with world.open() as memory:
        fail_two(world, memory)
        world.clock.advance(3_600)
        world.model.script = [fail_with(fault("first again", HOUR_US)), fail_with(fault("2", 1))]
        assert tick(memory) == [1]
        assert shown(memory) == "first again"
        record_due(world, memory, "c")
        memory.retry_job(2)
        world.model.script = []
        assert tick(memory) == [2]
        assert shown(memory) == "first again"


@pytest.mark.parametrize("gap_s", [0, 1])
def test_an_unrelated_success_clears_nothing(world: World, gap_s: float) -> None:
    """Of either stage: the error stays, and by the same rule (A267-A268)."""
    with world.open() as memory:
        fail_two(world, memory, gap_s)
        memory.record(whole_turn(SAID, session="c"))
        world.clock.advance(1)
        world.model.script = [remember(QUOTE)]
        report = memory.work()
        assert (report.succeeded, report.failed) == (2, 0)
        assert column(memory, "kind")[-1] == "consolidation"
        assert shown(memory) == "second"


def test_a_success_that_comes_after_an_older_job_failed_again(world: World) -> None:
    """The success looks by time too, not by number."""
    with world.open() as memory:
        fail_two(world, memory)
        world.clock.advance(3_600)
        world.model.script = [fail_with(fault("first again")), fail_with(fault("second again"))]
        assert [tick(memory), tick(memory)] == [[1], [2]]
        world.clock.advance(29)
        memory.retry_job(1)
        memory.record(whole_turn("Words?", session="c"))
        memory.record(whole_turn("Words?", session="c"))
        world.model.script = [fail_with(fault("first, third time"))]
        assert tick(memory) == [1]
        assert tick(memory) == [3, 4]
        assert shown(memory) == "first, third time"


def test_an_error_stays_while_its_job_runs_again(world: World) -> None:
    """A leased job is unresolved, and its claim makes its error the newest one (A267-A268)."""
    seen: list[str | None] = []

    with world.open() as memory:
        fail_two(world, memory)
        memory.record(whole_turn("Words?", session="c"))
        memory.record(whole_turn("Words?", session="c"))

        def look() -> None:
            seen.append(shown(memory))
            assert tick(memory) == [3, 4]
            seen.append(shown(memory))

        world.clock.advance(1)
        memory.retry_job(1)
        world.model.script = [while_asked(look, say(extraction_text())), say(extraction_text())]
        assert tick(memory) == [1]
        assert seen == ["first", "first"]
        assert shown(memory) == "second"


def test_an_error_stays_while_its_job_is_put_back(world: World) -> None:
    """A retry forgives the attempts; the error is resolved only by a success (A267, A269)."""
    with world.open() as memory:
        record_due(world, memory, "a")
        world.model.script = [fail_with(fault("first"))]
        assert tick(memory) == [1]
        memory.retry_job(1)
        assert (column(memory, "status"), shown(memory)) == (["pending"], "first")
        memory.record(whole_turn("Words?", session="b"))
        memory.record(whole_turn("Words?", session="b"))
        world.model.script = [fail_with(fault("first"))]
        assert [tick(memory), tick(memory)] == [[1], [2, 3]]
        assert shown(memory) == "first"
        world.clock.advance(5)
        memory.record(whole_turn("Words?", session="b"))
        memory.record(whole_turn("Words?", session="b"))
        put_back = while_asked(lambda: memory.retry_job(1))
        world.model.script = [fail_with(fault("first", HOUR_US)), put_back]
        assert [tick(memory), tick(memory)] == [[1], [4, 5]]
        assert (column(memory, "status")[0], shown(memory)) == ("pending", "first")
        memory.drop_job(1)
        assert shown(memory) is None


def test_a_lost_lease_is_an_error_only_where_there_was_none(world: World) -> None:
    """What went wrong before says more than that the worker died (A259)."""

    def die(_question: object) -> str:
        raise KeyboardInterrupt

    with world.open() as memory:
        record_due(world, memory, "a", "b")
        world.model.script = [fail_with(fault("first")), die, die]
        assert tick(memory) == [1]
        world.clock.advance(5)
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                tick(memory)
        world.clock.advance(120)
        memory.worker().recover()
        assert [str(error).splitlines()[0] for error in column(memory, "last_error")] == [
            "E: first",
            "the lease expired before a result came",
        ]
        assert shown(memory) == "the lease expired before a result came"
