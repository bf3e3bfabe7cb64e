"""Forget while work is under way: whatever a model was asked before, nothing comes back."""

from collections.abc import Callable

import pytest

from sayso.core.diagnostics import ModelFault
from sayso.core.project.consolidation import ConsolidationInput
from sayso.shell.memory import Memory
from tests.kit import (
    FAULT,
    QUOTE,
    Question,
    World,
    candidate_of,
    column,
    create_of,
    extraction_text,
    fail_with,
    keep_all,
    learn,
    operation_of,
    operations_text,
    remember,
    texts_of,
    while_asked,
    whole_turn,
)

Answer = Callable[[Question], str | ModelFault]


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


@pytest.mark.parametrize("then", [remember(QUOTE), keep_all, fail_with(FAULT)])
def test_a_forget_while_stage_one_is_asked_holds(world: World, then: Answer) -> None:
    """No candidate comes back and no summary made of the forgotten words is written."""
    with world.open() as memory:
        learn(world, memory)
        memory.record(whole_turn("As I said, we use pnpm for packages from now on."))

        def late(question: Question) -> str | ModelFault:
            memory.forget("m1")
            if then is keep_all:
                return extraction_text(
                    candidate_of(2, "we use pnpm for packages from now on", title=QUOTE),
                    candidate_of(1, QUOTE),
                    compaction="They use pnpm.",
                )
            return then(question)

        world.model.script = [late]
        memory.work()
        world.clock.advance(5)
        memory.work()
        assert memory.list() == ()
        assert memory.search("pnpm") == ()
        assert "pnpm" not in memory.context().text
        assert all("pnpm" not in str(title) for title in column(memory, "title", "refusals"))


def test_a_forget_while_stage_two_is_asked_holds(world: World) -> None:
    """A restatement that is being merged is suppressed; the job ends without it."""
    with world.open() as memory:
        learn(world, memory)
        again = "we use pnpm for packages from now on"
        memory.record(whole_turn(f"As I said, {again}."))
        world.model.script = [
            lambda _q: extraction_text(candidate_of(2, again, title=QUOTE)),
            while_asked(lambda: memory.forget("m1")),
        ]
        memory.work()
        world.clock.advance(5)
        memory.work()
        assert_gone_but_history(memory)
        assert column(memory, "status", "memory_candidates") == ["suppressed", "suppressed"]
        assert memory.status().jobs.pending + memory.status().jobs.retry_wait == 0


def assert_gone_but_history(memory: Memory) -> None:
    """Check every surface but the history, where a turn without tombstone stays whole."""
    assert memory.list() == ()
    assert memory.search("pnpm") == ()
    assert "pnpm" not in memory.context().text


@pytest.mark.parametrize("action", ["revise", "supersede"])
def test_a_target_forgotten_meanwhile_is_no_target(world: World, action: str) -> None:
    """An operation on a memory that was forgotten during the call changes nothing."""
    with world.open() as memory:
        learn(world, memory)
        other = "use pnpm for packages in CI"
        memory.record(whole_turn("We decided: use pnpm for packages in CI."))

        def merge(question: Question) -> str:
            memory.forget("m1")
            assert isinstance(question, ConsolidationInput)
            (one,) = question.candidates
            return operations_text(operation_of(action, [one.id], target_id=1, **texts_of(one)))

        world.model.script = [remember(other), merge]
        memory.work()
        assert memory.list() == ()
        assert memory.status().items.forgotten == 1


def test_a_candidate_left_in_the_queue_is_forgotten_with_its_item(world: World) -> None:
    """A restatement whose merge waits for a retry does not come back after the forget."""
    with world.open() as memory:
        learn(world, memory)
        again = "we use pnpm for packages from now on"
        memory.record(whole_turn(f"As I said, {again}."))
        world.model.script = [
            lambda _q: extraction_text(candidate_of(2, again, title=QUOTE)),
            fail_with(FAULT),
        ]
        memory.work()
        memory.forget("m1")
        world.clock.advance(5)
        memory.work()
        assert_gone_but_history(memory)
        assert len(world.model.consolidations) == 2


def test_everything_else_of_a_batch_is_kept(world: World) -> None:
    """A forget during the call refuses what it must, and lets the rest through."""
    with world.open() as memory:
        learn(world, memory)
        rust = "use Rust for the parser"
        memory.record(whole_turn(f"We decided: {rust}."))
        world.model.script = [while_asked(lambda: memory.forget("m1"), remember(rust))]
        memory.work()
        assert [one.title for one in memory.list()] == [rust]
        assert create_of(world.model.consolidations[-1].candidates[0])["title"] == rust
