"""Rounds of background work: what a drain takes and what it leaves."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sayso.core.diagnostics import ModelFault
from tests.kit import World, column, fail_with, remember, while_asked, whole_turn

if TYPE_CHECKING:
    from sayso.shell.worker import Step

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
