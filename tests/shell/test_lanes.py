"""Lanes under a round: order goes before company, and a round keeps to its own jobs and thread."""

from __future__ import annotations

import pytest

from tests.kit import (
    FAULT,
    QUOTE,
    SAID,
    World,
    column,
    extraction_text,
    fail_with,
    remember,
    say,
    while_asked,
    whole_turn,
)


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def asked(world: World) -> list[list[int]]:
    """Give the turns of every stage-1 question so far."""
    return [[turn.id for turn in one.turns] for one in world.model.extractions]


def test_a_batch_ends_before_a_turn_that_came_meanwhile(world: World) -> None:
    """A turn in the middle that was still open at the start is not jumped over (A151, A293)."""
    with world.open() as memory:
        other = whole_turn("Elsewhere?", session="other")
        memory.record(other)
        first, second, third = (memory.turn("Words?", session="s") for _ in range(3))
        first.finish("A.")
        third.finish("C.")
        world.model.script = [while_asked(lambda: second.finish("B."))]
        report = memory.work()
        assert asked(world) == [[1], [2]]
        assert report.pending == 2
        memory.work()
        assert asked(world)[2:] == [[3, 4]]


def test_a_summary_never_goes_back(world: World) -> None:
    """A turn that ends after a later one is asked about, and the summary stays the later's."""
    with world.open() as memory:
        early, late = (memory.turn("Words?") for _ in range(2))
        late.finish("B.")
        world.model.script = [
            say(extraction_text(compaction="up to the second")),
            say(extraction_text(compaction="only the first")),
        ]
        memory.work()
        early.finish("A.")
        memory.work()
        assert asked(world) == [[2], [1]]
        assert "up to the second" in memory.context().text


def test_a_round_of_one_thread_leaves_due_jobs_of_others(world: World) -> None:
    """Also when they are older and due (A291)."""
    with world.open() as memory:
        memory.record(whole_turn("Old?"))
        world.model.script = [fail_with(FAULT)]
        memory.new_thread()
        memory.record(whole_turn("New?"))
        world.clock.advance(5)
        report = memory.worker().drain(thread_id=2)
        assert (report.succeeded, report.pending) == (1, 0)
        assert column(memory, "status") == ["retry_wait", "succeeded_no_output"]


def test_a_consolidation_that_failed_is_not_tried_twice(world: World) -> None:
    """Though its retry falls due within the round; the next one goes on (A289)."""
    with world.open() as memory:
        for session in ("a", "b"):
            memory.record(whole_turn(SAID, session=session))
        late = while_asked(lambda: world.clock.advance(10), fail_with(FAULT))
        world.model.script = [remember(QUOTE), remember(QUOTE), late]
        report = memory.work()
        assert (report.succeeded, report.failed, report.pending) == (3, 1, 1)
        assert column(memory, "attempt_count", "memory_jobs") == [1, 1, 1, 1]
