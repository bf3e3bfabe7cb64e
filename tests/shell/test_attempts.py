"""A retry is never the same attempt again: it knows what was wrong, or what was already right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.outcome import Failure
from sayso.shell import stages
from sayso.shell.errors import MemoryStorageError, UnknownCommitError
from tests.kit import World, column, remember, say, whole_turn
from tests.shell.faultkit import failing_commits

if TYPE_CHECKING:
    from pathlib import Path

SAID = "We use PostgreSQL for the orders, that is decided."
ILLEGAL = '{"operations":[]}'


def test_a_refused_reply_is_fed_back(tmp_path: Path) -> None:
    """The next question of the same job says why the last answer was refused (design 5)."""
    world = World(tmp_path, say("no JSON at all"), remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 1
        world.clock.advance(5)
        memory.work()
        first, second = world.model.extractions
        assert first.refused_because == ""
        assert "not one JSON value" in second.refused_because
        assert len(memory.list()) == 1


def test_illegal_operations_are_fed_back(tmp_path: Path) -> None:
    """Stage 2 learns which operation was illegal; nothing of them was applied."""
    world = World(tmp_path, remember(SAID[:-1]), say(ILLEGAL))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        assert memory.work().failed == 1
        assert memory.list() == ()
        world.clock.advance(5)
        memory.work()
        first, second = world.model.consolidations
        assert (first.refused_because, "not handled" in second.refused_because) == ("", True)
        assert len(memory.list()) == 1


@pytest.mark.parametrize("stage", ["extraction", "consolidation"])
def test_an_accepted_reply_survives_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    """What was accepted is used again after a storage fault; the model is not asked twice."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        if stage == "consolidation":
            memory.worker().step(None, force=True)
        failing_commits(memory, monkeypatch, MemoryStorageError("the disk is full"))
        assert memory.work().failed == 1
        assert "the disk is full" in str(memory.status().last_error)
        world.clock.advance(5)
        memory.work()
        assert (len(world.model.extractions), len(world.model.consolidations)) == (1, 1)
        assert len(memory.list()) == 1
        assert memory.status().last_error is None


def test_a_kept_reply_counts_for_its_own_batch_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that joins the batch meanwhile was not asked about, so all of it is asked anew."""
    world = World(tmp_path, remember(SAID[:-1]), remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        failing_commits(memory, monkeypatch, MemoryStorageError("the disk is full"))
        assert memory.work().failed == 1
        memory.record(whole_turn("And another thing."))
        world.clock.advance(5)
        memory.work()
        assert [len(one.turns) for one in world.model.extractions] == [1, 2]
        assert len(memory.list()) == 1


def test_a_kept_reply_that_is_refused_is_not_kept_any_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was legal may be so no more; then the model is asked anew and told (design 5.14)."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.worker().step(None, force=True)
        failing_commits(memory, monkeypatch, MemoryStorageError("the disk is full"))
        memory.work()
        assert column(memory, "checkpoint")[1] is not None
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(stages, "plan_merge", lambda *_: Failure("m7 is gone"))
            world.clock.advance(5)
            memory.work()
        assert column(memory, "checkpoint")[1] is None
        world.clock.advance(30)
        memory.work()
        first, second = world.model.consolidations
        assert (first.refused_because, second.refused_because) == ("", "m7 is gone")
        assert len(memory.list()) == 1


def test_a_forget_drops_what_was_kept_of_a_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reply may hold forgotten words, so it is asked for anew (table of design 5.8)."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.work()
        memory.record(whole_turn("And another thing."))
        failing_commits(memory, monkeypatch, MemoryStorageError("the disk is full"))
        memory.work()
        memory.forget(memory.list()[0].item_id)
        world.clock.advance(5)
        memory.work()
        assert len(world.model.extractions) == 3


def test_a_commit_that_stays_unknown_is_a_fault_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job was still ours, so it waits with its accepted reply; the model is not asked twice."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        failing_commits(memory, monkeypatch, UnknownCommitError("the commit failed"))
        assert memory.work().failed == 1
        assert "the commit failed" in str(memory.status().last_error)
        world.clock.advance(5)
        memory.work()
        assert len(world.model.extractions) == 1
        assert [one.revision for one in memory.list()] == [1]
