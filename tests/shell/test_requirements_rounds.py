"""Document A on who may claim what: one consolidation at a time, a round's own jobs, few reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw
import pytest

from sayso.core.jobs import JobKind
from sayso.core.rounds import Drain
from sayso.shell.worker import count_open
from tests.kit import World, keep_all, remember, whole_turn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.core.diagnostics import ModelFault
    from sayso.shell.memory import Memory
    from tests.kit import Question

SAID = "From now on we use PostgreSQL for every store."
OTHER = "From now on we use Redis for every cache."


def only(job_id: int) -> Drain:
    """Give a round that holds one job."""
    return Drain(upto_id=0, children=frozenset({job_id}))


def acting(
    act: Callable[[], object], then: Callable[[Question], str | ModelFault] = keep_all
) -> Callable[[Question], str | ModelFault]:
    """Give a step of a script in which something happens while the model is asked."""

    def answer(question: Question) -> str | ModelFault:
        act()
        return then(question)

    return answer


def extract_one(memory: Memory) -> None:
    """Work off one extraction and leave the consolidation it makes."""
    step = memory.worker().step(None, force=True)
    assert step is not None
    assert step.jobs[0].kind is JobKind.EXTRACTION
    assert step.kept is not None
    assert step.kept.consolidation_id is not None


def test_consolidations_run_one_at_a_time(tmp_path: Path) -> None:
    """While one is being asked about, no other worker gets the next one."""
    world = World(tmp_path, remember(SAID[:-1]), remember(OTHER[:-1]))
    with world.open() as memory, world.open() as other:
        for said, session in ((SAID, "a"), (OTHER, "b")):
            memory.record(whole_turn(said, session=session))
            extract_one(memory)
        claimed: list[object] = []

        def look() -> None:
            claimed.append(other.worker().step(None, force=True))

        world.model.script = [acting(look)]
        assert memory.work().succeeded == 2
        assert claimed == [None]
        assert len(memory.list()) == 2


def test_the_claim_looks_at_the_allowed_jobs_before_it_limits(tmp_path: Path) -> None:
    """Many older jobs outside a round, of either kind, never hide the one inside it."""
    world = World(tmp_path, remember(SAID[:-1]))
    with world.open() as memory:
        memory.record(whole_turn(SAID, session="older"))
        extract_one(memory)
        for number in range(40):
            memory.record(whole_turn("Words.", session=f"older {number}"))
        world.model.script = [remember(OTHER[:-1])]
        memory.record(whole_turn(OTHER, session="own"))
        _, last = count_open(memory.store)
        step = memory.worker().step(only(last), force=True)
        assert step is not None
        assert [job.id for job in step.jobs] == [last]
        assert step.kept is not None
        child = step.kept.consolidation_id
        assert child is not None
        merged = memory.worker().step(only(child), force=True)
        assert merged is not None
        assert [job.id for job in merged.jobs] == [child]
        assert [one.title for one in memory.list()] == [OTHER[:-1]]


def test_a_foreign_consolidation_does_not_stop_the_own_child(tmp_path: Path) -> None:
    """One that another process leaves behind during the round stays; the own one is finished."""
    world = World(tmp_path)
    with world.open() as memory, world.open() as other:

        def leave_behind() -> None:
            other.record(whole_turn(OTHER, session="foreign"))
            world.model.script.insert(0, remember(OTHER[:-1]))
            extract_one(other)

        world.model.script = [acting(leave_behind, remember(SAID[:-1]))]
        memory.record(whole_turn(SAID, session="own"))
        report = memory.work()
        assert (report.succeeded, report.failed, report.pending) == (2, 0, 1)
        assert [one.title for one in memory.list()] == [SAID[:-1]]


def test_only_the_thread_asked_for_is_drained(tmp_path: Path) -> None:
    """A round for one thread leaves the jobs of every other thread alone."""
    world = World(tmp_path)
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.new_thread()
        memory.record(whole_turn(OTHER))
        assert memory.worker().drain(thread_id=1).processed == 0
        assert memory.worker().drain(thread_id=2).processed == 1


def test_a_bound_search_reads_three_times_and_nothing_else(tmp_path: Path) -> None:
    """No look at catalogue, meta or threads comes before it and none for each hit after it."""
    world = World(tmp_path)
    made: list[apsw.Connection] = []
    apsw.connection_hooks.append(made.append)
    try:
        memory = world.open()
    finally:
        apsw.connection_hooks.remove(made.append)
    with memory:
        words = [f"From now on we use PostgreSQL for store number {number}" for number in range(8)]
        for one in words:
            world.model.script = [remember(one)]
            memory.record(whole_turn(f"{one}."))
            memory.work()
        turn = memory.turn("Which database?")
        seen: list[str] = []
        connection = next(one for one in made if one.filename.endswith("memory.db"))
        connection.trace_v2(apsw.SQLITE_TRACE_STMT, lambda event: seen.append(str(event["sql"])))
        hits = turn.search("number PostgreSQL")
        connection.trace_v2(0, None)
        reads = [sql for sql in seen if sql not in {"BEGIN", "ROLLBACK", "COMMIT"}]
        assert len(hits) == 5
        assert len(reads) <= 3
        assert all(sql.lstrip("- ").startswith("Stage") for sql in reads)


@pytest.mark.parametrize("stage", ["extraction", "consolidation"])
def test_what_was_claimed_before_a_clear_writes_nothing_after_it(
    tmp_path: Path, stage: str
) -> None:
    """A clear during either stage's call: the late result is void, and nothing raises."""
    world = World(tmp_path)
    with world.open() as memory, world.open() as other:

        def clear() -> None:
            other.clear(confirm=True)

        first = remember(SAID[:-1])
        world.model.script = [acting(clear, first)] if stage == "extraction" else [first]
        world.model.script.append(acting(clear))
        memory.record(whole_turn(SAID))
        report = memory.work()
        assert report.steps[-1].stale
        assert memory.list() == ()
        status = memory.status()
        assert (status.turns["total"], status.generation, status.last_error) == (0, 2, None)
        assert sum(status.jobs.values()) == 0
        assert memory.context().text == ""
