"""Claim, ask, commit: what the fences hold off, and what a bad answer cannot do."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.items import Kind
from sayso.core.plans import Plan
from sayso.shell.memory import Memory
from sayso.shell.store.reading import Guarded, Reading
from tests.kit import (
    FAULT,
    QUOTE,
    SAID,
    Question,
    World,
    candidate_of,
    column,
    extraction_text,
    fail_with,
    keep_all,
    operation_of,
    operations_text,
    remember,
    while_asked,
    whole_turn,
)

Answer = Callable[[Question], str | ModelFault]


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def stale(memory: Memory) -> list[bool]:
    """Work off everything and tell of each step whether its result came too late."""
    return [step.stale for step in memory.work().steps]


def test_a_result_after_the_lease_changes_nothing(world: World) -> None:
    """Whoever answers after 120 s is too late, even if nobody took over (A238)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [while_asked(lambda: world.clock.advance(121), remember(QUOTE))]
        assert stale(memory) == [True]
        assert column(memory, "id", "memory_candidates") == []
        assert memory.context().text == ""
        world.model.script = [remember(QUOTE)]
        memory.work()
        assert [one.title for one in memory.list()] == [QUOTE]


def test_a_result_in_the_last_second_of_the_lease_counts(world: World) -> None:
    """119 s are within the lease."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [while_asked(lambda: world.clock.advance(119), remember(QUOTE))]
        assert stale(memory) == [False, False]
        assert len(memory.list()) == 1


def test_two_workers_keep_one_result(world: World) -> None:
    """A worker that was overtaken writes neither candidates nor a failure (J03)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))

        def overtaken() -> None:
            world.clock.advance(121)
            world.model.script = [remember(QUOTE)]
            memory.work()

        world.model.script = [while_asked(overtaken, fail_with(FAULT))]
        assert stale(memory) == [True]
        assert len(memory.list()) == 1
        assert memory.status().last_error is None
        assert column(memory, "lease_token") == [2, 1]


@pytest.mark.parametrize("then", [remember(QUOTE), fail_with(FAULT), lambda _q: "rubbish"])
def test_a_clear_while_stage_one_is_asked_wins(world: World, then: Answer) -> None:
    """Nothing of the old generation is written back, whatever the model answers (A240)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [while_asked(lambda: memory.clear(confirm=True), then)]
        assert stale(memory) == [True]
        report = memory.status()
        assert (report.turns.total, report.generation, report.last_error) == (0, 2, None)
        assert report.jobs.total == 0
        assert memory.context().text == ""
        assert memory.list() == ()


@pytest.mark.parametrize("then", [keep_all, fail_with(FAULT), lambda _q: "rubbish"])
def test_a_clear_while_stage_two_is_asked_wins(world: World, then: Answer) -> None:
    """The same holds for a consolidation."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [
            remember(QUOTE),
            while_asked(lambda: memory.clear(confirm=True), then),
        ]
        assert stale(memory) == [False, True]
        assert memory.list() == ()
        assert memory.status().last_error is None


def test_a_clear_while_a_withdrawal_is_merged_wins(world: World) -> None:
    """A job that holds a withdrawal finds its turn gone, and ends quietly."""
    with world.open() as memory:
        memory.record(
            whole_turn("Forget what I said about tabs. We decided: use pnpm for packages.")
        )
        world.model.script = [
            remember(QUOTE),
            while_asked(lambda: memory.clear(confirm=True)),
        ]
        assert stale(memory) == [False, True]
        assert memory.list() == ()


def test_a_clear_between_claim_and_question_wins(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A job whose turns are gone before the model is asked is dropped without asking."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        transact = memory.store.transact

        def and_clear(
            work: Callable[[Reading, Guarded], tuple[Plan, object]], **how: bool
        ) -> object:
            claimed = transact(work, **how)
            monkeypatch.undo()
            memory.clear(confirm=True)
            return claimed

        monkeypatch.setattr(memory.store, "transact", and_clear)
        step = memory.worker().step(None, force=True)
        assert step is not None
        assert step.stale
        assert world.model.asked == []


def test_two_clears_in_a_row_count_up(world: World) -> None:
    """Each clear is a generation of its own (J05)."""
    with world.open() as memory:
        assert [memory.clear(confirm=True) for _ in range(3)] == [2, 3, 4]


def test_a_new_thread_while_asked_does_not_lose_the_result(world: World) -> None:
    """The turn belongs to its old thread, and what it decided reaches the whole project."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [while_asked(lambda: switch(memory), remember(QUOTE))]
        memory.work()
        assert [one.title for one in memory.list()] == [QUOTE]
        assert "So far." not in memory.context().text


def test_an_answer_that_comes_while_its_turn_is_asked_about_counts(tmp_path: Path) -> None:
    """A turn given up for dead is asked about without its answer; the late answer is still kept.

    There is one job all the same, and what is committed rests on the turn as it is then (A134).
    """
    world = World(tmp_path)
    with world.open() as memory, world.open() as other:
        turn = memory.turn(SAID)
        world.clock.advance(121)
        world.model.script = [while_asked(lambda: turn.finish("Done."), remember(QUOTE))]
        assert other.work().succeeded == 2
        assert world.model.extractions[0].turns[0].assistant_text == ""
        assert [one.text for one in other.context().history] == [SAID, "Done."]
        assert column(other, "kind") == ["extraction", "consolidation"]
        assert len(other.list()) == 1


def switch(memory: Memory) -> None:
    """Start the next thread as another process would, without draining first."""
    from sayso.shell.changing import start_thread

    start_thread(memory.store, memory.ports, 1)


def test_one_illegal_operation_changes_nothing(world: World) -> None:
    """No item, no settled candidate; the job waits for its retry with the reason (A178-A179)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))

        def half_legal(question: Question) -> str:
            operations = [operation_of("reject", [1]), operation_of("reject", [99])]
            return operations_text(*operations)

        world.model.script = [remember(QUOTE), half_legal]
        memory.work()
        assert memory.list() == ()
        assert column(memory, "status", "memory_candidates") == ["pending"]
        assert column(memory, "status") == ["succeeded", "retry_wait"]
        assert "c99" in str(memory.status().last_error)
        world.clock.advance(5)
        memory.work()
        assert len(memory.list()) == 1
        assert memory.status().last_error is None


def test_one_quote_within_another_is_no_fault(world: World) -> None:
    """Two quotes that start at the same place are two sources of one candidate (A167)."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        longer = "use pnpm for packages"
        sources = [{"turn_id": 1, "role": "user", "quote": quote} for quote in ("use pnpm", longer)]
        world.model.script = [lambda _q: extraction_text(candidate_of(1, longer, sources=sources))]
        assert memory.work().failed == 0
        assert [one.quote for one in memory.show(1).sources] == ["use pnpm", longer]


@pytest.mark.parametrize("kind", list(Kind))
def test_the_same_proposal_twice_is_two_candidates(world: World, kind: Kind) -> None:
    """A model that repeats itself makes no job fail."""
    with world.open() as memory:
        memory.record(whole_turn("We use pnpm from now on."))
        twice = [candidate_of(1, "We use pnpm from now on", kind=kind)] * 2
        world.model.script = [lambda _q: extraction_text(*twice)]
        assert memory.work().failed == 0
        assert len(memory.list()) == 2
