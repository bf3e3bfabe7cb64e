"""A clock that goes back: the later word stays the later one (T01)."""

from pathlib import Path

import pytest

from sayso.core.project.consolidation import ConsolidationInput
from tests.kit import (
    Question,
    World,
    column,
    learn,
    operation_of,
    operations_text,
    remember,
    texts_of,
    whole_turn,
)

HOUR_S = 3_600
WITHDRAWAL = "Forget what I said about pnpm."


def supersede(question: Question) -> str:
    """Let the one candidate take the place of the first memory."""
    assert isinstance(question, ConsolidationInput)
    (candidate,) = question.candidates
    texts = texts_of(candidate) | {"target_id": 1}
    return operations_text(operation_of("supersede", [candidate.id], **texts))


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a memory that was made while the clock was an hour ahead."""
    world = World(tmp_path)
    with world.open() as memory:
        learn(world, memory)
    world.clock.advance(-HOUR_S)
    return world


@pytest.mark.parametrize("in_new_thread", [False, True])
def test_a_later_withdrawal_is_later_whatever_the_clock_says(
    world: World, in_new_thread: bool
) -> None:
    """What was said while the clock was ahead can be taken back at once, in any thread."""
    with world.open() as memory:
        assert len(memory.list()) == 1
        if in_new_thread:
            memory.new_thread()
        memory.record(whole_turn(WITHDRAWAL))
        memory.work()
        assert memory.list() == ()


def test_a_later_decision_supersedes_whatever_the_clock_says(world: World) -> None:
    """A decision takes the place of one that was made while the clock was ahead."""
    with world.open() as memory:
        memory.record(whole_turn("We decided: use npm for packages, no longer pnpm."))
        world.model.script = [remember("use npm for packages"), supersede]
        assert memory.work().failed == 0
        assert [one.item_id for one in memory.list()] == [2]


def test_times_go_on_with_a_clock_that_is_right(world: World) -> None:
    """Once the clock is past what was said last, turns bear its time again."""
    world.clock.advance(2 * HOUR_S)
    with world.open() as memory:
        memory.record(whole_turn("One more."))
        assert column(memory, "said_at", "turns")[-1] == world.clock.now_us()
