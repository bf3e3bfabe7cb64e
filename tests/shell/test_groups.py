"""Several batches are saved by one transaction, and each stands for itself all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.jobs import JobStatus
from sayso.shell.errors import MemoryStorageError
from sayso.shell.memory import Memory
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.worker import Worker
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

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.worker import Step

BATCH = limits.EXTRACTION_BATCH_TURNS
PENDING, DONE, EMPTY = JobStatus.PENDING, JobStatus.SUCCEEDED, JobStatus.SUCCEEDED_NO_OUTPUT


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A project whose model answers at once."""
    made = World(tmp_path)
    made.model.answers_at_once = True
    return made


def wait(memory: Memory, *sessions: str) -> None:
    """Let a whole batch of turns of each session wait, each of which says the same."""
    for session in sessions:
        for _ in range(BATCH):
            memory.record(whole_turn(SAID, session=session))


def commits(memory: Memory) -> int:
    """Give how many transactions the store has had."""
    with memory.store.reading() as reading:
        return int(reading.rows("store/meta")[0][3])


def steps_of(world: World, memory: Memory) -> tuple[Step, ...]:
    """Claim and work off what goes together, with the model as it is."""
    return Worker(memory.store, memory.ports, world.model).steps(None, force=True)


def statuses(memory: Memory) -> list[object]:
    """Give the state of the last job of each batch."""
    return column(memory, "status")[BATCH - 1 :: BATCH]


def steal(world: World, job_id: int) -> None:
    """Let another worker have a job whose lease it took for void."""
    with world.open() as other:
        other.store._connection.execute(  # noqa: SLF001 - as no worker of ours would
            "UPDATE memory_jobs SET lease_token = lease_token + 1, lease_owner = 'other'"
            " WHERE id = ?",
            (job_id,),
        )


def test_batches_of_all_lanes_are_saved_by_one_transaction(world: World) -> None:
    """Claiming takes one transaction, and so does saving; everything is learned, and once."""
    with world.open() as memory:
        wait(memory, "a", "a", "b")
        world.model.script = [remember(QUOTE)] * 3
        before = commits(memory)
        assert [len(step.jobs) for step in steps_of(world, memory)] == [BATCH] * 3
        assert commits(memory) - before == 2
        assert statuses(memory)[:3] == [DONE] * 3
        assert len(column(memory, "id", "memory_candidates")) == 3 * BATCH


def test_a_job_that_waits_alone_waits_for_no_other(world: World) -> None:
    """One turn is worked off by the first look at it."""
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        world.model.script = [remember(QUOTE)]
        assert [step.kept is not None for step in steps_of(world, memory)] == [True]


def test_a_batch_starts_from_the_summary_before_it(world: World) -> None:
    """What a batch makes of the summary is what the next one is asked about and what stays."""
    with world.open() as memory:
        wait(memory, "a", "a")
        world.model.script = [say(extraction_text(compaction=one)) for one in "xy"]
        steps_of(world, memory)
        assert [one.compaction for one in world.model.extractions] == ["", "x"]
        assert column(memory, "compaction", "threads") == ["y"]


def test_a_batch_that_is_lost_meanwhile_undoes_no_other(world: World) -> None:
    """Another worker has the second batch: the first and other lanes stand, the third waits."""
    with world.open() as memory:
        wait(memory, "a", "a", "a", "b")
        stolen = BATCH + 1
        taken = while_asked(lambda: steal(world, stolen), remember(QUOTE))
        world.model.script = [remember(QUOTE), taken, remember(QUOTE), remember(QUOTE)]
        steps = steps_of(world, memory)
        assert [step.stale for step in steps] == [False, True, False]
        assert [step.jobs[0].id for step in steps] == [1, stolen, 3 * BATCH + 1]
        assert statuses(memory)[:4] == [DONE, JobStatus.LEASED, PENDING, DONE]
        assert column(memory, "attempt_count")[2 * BATCH] == 0
        assert len(column(memory, "id", "memory_candidates")) == 2 * BATCH


def test_an_answer_that_fails_undoes_no_other(world: World) -> None:
    """The batches before it are saved, it waits for its retry, and those behind it are free."""
    with world.open() as memory:
        wait(memory, "a", "b", "c")
        world.model.script = [remember(QUOTE), fail_with(FAULT)]
        steps = steps_of(world, memory)
        assert [step.error is None for step in steps] == [True, False]
        assert statuses(memory)[:3] == [DONE, JobStatus.RETRY_WAIT, PENDING]
        assert column(memory, "attempt_count")[2 * BATCH] == 0


def test_a_store_that_cannot_save_them_all_saves_one_by_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails together is tried by itself, so that one batch's fault costs that batch."""

    def fail(*_: object) -> object:
        raise MemoryStorageError("disk I/O error", "free some space")

    with world.open() as memory:
        wait(memory, "a", "b")
        world.model.script = [remember(QUOTE)] * 2
        monkeypatch.setattr(memory.store, "transact_chains", fail)
        assert [step.kept is not None for step in steps_of(world, memory)] == [True, True]
        assert statuses(memory)[:2] == [DONE, DONE]


def test_a_lane_stops_at_what_cannot_be_saved_by_itself(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where each is saved by itself, a batch behind a lost one waits as well."""

    def fail(*_: object) -> object:
        raise MemoryStorageError("disk I/O error", "free some space")

    with world.open() as memory:
        wait(memory, "a", "a", "b")
        taken = while_asked(lambda: steal(world, 1), remember(QUOTE))
        world.model.script = [taken, remember(QUOTE), remember(QUOTE)]
        monkeypatch.setattr(memory.store, "transact_chains", fail)
        assert [step.stale for step in steps_of(world, memory)] == [True, False]
        assert statuses(memory)[:3] == [JobStatus.LEASED, PENDING, DONE]


def test_a_group_ends_where_it_holds_much_text(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch that goes over the bound is the last one."""
    monkeypatch.setattr(limits, "EXTRACTION_GROUP_CHARS", BATCH * len(SAID))
    with world.open() as memory:
        wait(memory, "a", "b", "c")
        assert len(steps_of(world, memory)) == 1
        assert statuses(memory) == [EMPTY, PENDING, PENDING]


def test_a_group_ends_when_answering_takes_long(world: World) -> None:
    """A model that is slow after all keeps no batch waiting for the others."""
    with world.open() as memory:
        wait(memory, "a", "b", "c")
        world.model.script = [while_asked(lambda: world.clock.advance(6))]
        assert len(steps_of(world, memory)) == 1
        assert statuses(memory) == [EMPTY, PENDING, PENDING]


def test_a_model_that_takes_its_time_is_asked_about_one_batch(world: World) -> None:
    """What has to be waited for is saved as soon as it is there."""
    world.model.answers_at_once = False
    with world.open() as memory:
        wait(memory, "a", "b")
        assert len(steps_of(world, memory)) == 1


def test_the_embedded_model_learns_the_same_in_groups(tmp_path: Path) -> None:
    """A drain with groups leaves what one batch after the other leaves."""
    assert EmbeddedModel.answers_at_once
    learned = []
    for name, work in {"together": work_together, "apart": one_by_one}.items():
        folder = tmp_path / name
        folder.mkdir()
        with Memory.open(folder, ports=World(folder).ports) as memory:
            wait(memory, "a", "b", "a", "c")
            memory.record(whole_turn("Always use tabs from now on.", session="c"))
            work(memory)
            items = [(one.title, one.kind, one.synopsis) for one in memory.list()]
            assert len(items) == 2
            learned.append((items, column(memory, "compaction", "threads")))
    assert learned[0] == learned[1]


def work_together(memory: Memory) -> None:
    """Work everything off as the product does."""
    assert memory.work().pending == 0


def one_by_one(memory: Memory) -> None:
    """Work everything off, one batch a transaction."""
    while memory.worker().step(None, force=True) is not None:
        pass
