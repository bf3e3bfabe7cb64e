"""When background work runs: due times, lanes, retries, parking, and the one error shown."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.shell.memory import Memory
from tests.kit import (
    Question,
    World,
    column,
    extraction_text,
    fail_with,
    keep_all,
    remember,
    whole_turn,
)
from tests.shell.lifekit import tick

SAID = "We decided: use pnpm for packages."
QUOTE = "use pnpm for packages"
FAULT = ModelFault(kind="Timeout", message="no answer in 60 s")


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def say_times(memory: Memory, count: int, session: str = "") -> None:
    """Record some turns that hold nothing to remember."""
    for number in range(count):
        memory.record(whole_turn(f"Question {number}?", session=session))


def asked(world: World) -> list[list[int]]:
    """Give the turns of every stage-1 question so far."""
    return [[turn.id for turn in one.turns] for one in world.model.extractions]


def test_one_turn_waits_for_company_up_to_thirty_seconds(world: World) -> None:
    """A single pending job is due at the age of 30 s, and not at 29 (A149)."""
    with world.open() as memory:
        say_times(memory, 1)
        world.clock.advance(29)
        assert tick(memory) == []
        world.clock.advance(1)
        assert tick(memory) == [1]


def test_two_turns_are_due_at_once(world: World) -> None:
    """The second turn makes both due (A148)."""
    with world.open() as memory:
        say_times(memory, 2)
        assert tick(memory) == [1, 2]


def test_a_batch_has_at_most_four_turns_in_order(world: World) -> None:
    """Of nine waiting turns four are asked about at a time, in the order said (A150-A151)."""
    with world.open() as memory:
        say_times(memory, 9)
        memory.work()
        assert asked(world) == [[1, 2, 3, 4], [5, 6, 7, 8], [9]]


def test_a_batch_stays_within_one_session(world: World) -> None:
    """Turns of two sessions that run side by side are never mixed (design 5.6)."""
    with world.open() as memory:
        for session in ("a", "b", "a", "b"):
            say_times(memory, 1, session)
        memory.work()
        assert asked(world) == [[1, 3], [2, 4]]


def test_a_waiting_head_blocks_its_session_and_no_other(world: World) -> None:
    """What follows a failed turn waits with it; other sessions go on."""
    world.model.script = [fail_with(FAULT)]
    with world.open() as memory:
        say_times(memory, 2, "a")
        assert tick(memory) == [1, 2]
        say_times(memory, 2, "a")
        say_times(memory, 2, "b")
        assert tick(memory) == [5, 6]
        assert tick(memory) == []
        world.clock.advance(5)
        assert tick(memory) == [1, 2, 3, 4]


def test_the_wait_grows_with_every_failure(world: World) -> None:
    """5 s, 30 s, 2 min, 10 min, 1 h and then 1 h again; error and attempts are kept (A257-A258)."""
    world.model.script = [fail_with(FAULT)] * 7
    with world.open() as memory:
        say_times(memory, 1)
        world.clock.advance(30)
        for attempt, wait_s in enumerate((5, 30, 120, 600, 3_600, 3_600), start=1):
            assert tick(memory) == [1]
            assert column(memory, "attempt_count") == [attempt]
            assert column(memory, "status") == ["retry_wait"]
            assert "no answer in 60 s" in str(column(memory, "last_error"))
            world.clock.advance(wait_s - 1)
            assert tick(memory) == []
            world.clock.advance(1)


def test_a_provider_decides_when_to_be_asked_again(world: World) -> None:
    """A wait the provider asked for is kept to the second (P02)."""
    slow = ModelFault(kind="HTTP", message="slow down", status="429", retry_after_us=77_000_000)
    world.model.script = [fail_with(slow)]
    with world.open() as memory:
        say_times(memory, 2)
        assert tick(memory) == [1, 2]
        world.clock.advance(76)
        assert tick(memory) == []
        world.clock.advance(1)
        assert tick(memory) == [1, 2]


def test_a_job_that_fails_twelve_times_is_parked(world: World) -> None:
    """It leaves its lane, stays visible with its error, and later turns go on (design 5.13)."""
    world.model.script = [fail_with(FAULT)] * 12
    with world.open() as memory:
        say_times(memory, 1)
        for _ in range(12):
            world.clock.advance(3_600)
            assert tick(memory) == [1]
        assert memory.status().jobs.parked == 1
        assert "no answer" in str(memory.status().last_error)
        say_times(memory, 2)
        assert tick(memory) == [2, 3]
        world.clock.advance(10 * 3_600)
        memory.work()
        assert column(memory, "status")[0] == "parked"
        assert "no answer" in str(memory.status().last_error)


def test_a_poisoned_turn_does_not_park_its_neighbours(world: World) -> None:
    """From the sixth failure on a turn is asked about alone, so that the others get through."""

    def poisoned(question: Question) -> str | ModelFault:
        turns = getattr(question, "turns", ())
        return (
            FAULT if any("Question 0" in turn.user_text for turn in turns) else keep_all(question)
        )

    world.model.script = [poisoned] * 40
    with world.open() as memory:
        say_times(memory, 3)
        for _ in range(14):
            world.clock.advance(3_600)
            tick(memory)
            tick(memory)
        assert column(memory, "status") == ["parked", "succeeded_no_output", "succeeded_no_output"]


def test_a_worker_that_dies_each_time_parks_the_job(world: World) -> None:
    """A turn that kills its worker is given up after twelve attempts like any other (J02)."""

    def die(_question: Question) -> str:
        raise KeyboardInterrupt

    world.model.script = [die] * 12
    with world.open() as memory:
        say_times(memory, 1)
        for attempt in range(1, 13):
            with pytest.raises(KeyboardInterrupt):
                memory.work()
            assert column(memory, "attempt_count") == [attempt]
            assert column(memory, "status") == ["leased"]
            world.clock.advance(121)
        memory.work()
        assert column(memory, "status") == ["parked"]
        assert "lease expired" in str(memory.status().last_error)
        assert len(world.model.asked) == 12


def test_no_candidate_ends_a_turn_for_good(world: World) -> None:
    """The job is succeeded_no_output, there is no second job, and it is not asked again."""
    with world.open() as memory:
        say_times(memory, 1)
        report = memory.work()
        assert (report.succeeded, report.failed, report.pending) == (1, 0, 0)
        assert memory.status().last_error is None
        world.clock.advance(10_000)
        memory.work()
        assert column(memory, "status") == ["succeeded_no_output"]
        assert column(memory, "kind") == ["extraction"]
        assert len(world.model.asked) == 1


def test_consolidations_wait_for_one_another(world: World) -> None:
    """While the oldest consolidation waits for its retry, no younger one is started (A172)."""
    with world.open() as memory:
        for session in ("a", "b"):
            memory.record(whole_turn(SAID, session=session))
        world.model.script = [remember(QUOTE), remember(QUOTE), fail_with(FAULT)]
        world.clock.advance(30)
        assert [tick(memory) for _ in range(4)] == [[1], [2], [3], []]
        world.clock.advance(5)
        assert [tick(memory) for _ in range(3)] == [[3], [4], []]


@pytest.mark.parametrize(
    "answer",
    [
        lambda _question: "",
        lambda _question: "I cannot do that.",
        lambda _question: '{"thread_compaction": "x", "candidates": [], "candidates": []}',
        lambda _question: '{"thread_compaction": "x", "candidates": [{"kind": "fact"}]}',
        lambda _question: extraction_text(compaction="x" * 4_001),
    ],
)
def test_a_reply_that_is_not_the_contract_is_tried_again(
    world: World, answer: Callable[[Question], str]
) -> None:
    """Nothing of it is kept, and the reason is recorded (design 5.1)."""
    world.model.script = [answer]
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        report = memory.work()
        assert (report.failed, report.pending) == (1, 1)
        assert "not the contract" in str(memory.status().last_error)
        assert "So far" not in memory.context().text
        world.clock.advance(5)
        assert memory.work().succeeded == 1


def test_many_sessions_are_all_looked_at(world: World) -> None:
    """A due lane is found behind more blocked ones than are read at a time."""
    with world.open() as memory:
        for number in range(40):
            say_times(memory, 1, f"s{number}")
        world.model.script = [fail_with(FAULT)] * 40
        memory.work()
        say_times(memory, 2, "last")
        assert tick(memory) == [41, 42]


def test_memory_in_a_file_works_the_same(tmp_path: Path) -> None:
    """The schedule does not depend on where the store lies."""
    world = World(tmp_path)
    with world.open() as memory:
        say_times(memory, 2)
        assert tick(memory) == [1, 2]
