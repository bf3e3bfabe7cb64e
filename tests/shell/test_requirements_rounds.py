"""Document A on claims, starts and searches: what each of them touches, and nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from sayso.core.diagnostics import ModelFault
from sayso.core.jobs import JobKind
from sayso.core.rounds import Drain
from sayso.shell.worker import count_open
from tests.kit import (
    World,
    extraction_text,
    fail_with,
    remember,
    say,
    while_asked,
    whole_turn,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.shell.memory import Memory

SAID = "From now on we use PostgreSQL for every store."
OTHER = "From now on we use Redis for every cache."


def only(job_id: int) -> Drain:
    """Give a round that holds one job."""
    return Drain(upto_id=0, children=frozenset({job_id}))


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

        world.model.script = [while_asked(look)]
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


def rows_of(memory: Memory, *tables: str) -> list[list[tuple[object, ...]]]:
    """Give every row of some tables, as the export reads them."""
    return [memory.store.look(f"export/{table}") for table in tables]


def test_start_recovers_and_does_nothing_else(tmp_path: Path) -> None:
    """With nothing expired a start changes no row; otherwise exactly what has expired."""
    world = World(tmp_path)
    kept = ("memory_meta", "threads", "turns", "memory_jobs")
    with world.open() as memory:
        memory.record(whole_turn(SAID))
        memory.turn("Open and alive.")
        before = rows_of(memory, *kept)
    with world.open() as memory:
        memory.worker().recover()
        assert rows_of(memory, *kept) == before
        world.clock.advance(121)
        memory.worker().recover()
        assert rows_of(memory, "threads") == [before[1]]
        turns = memory.status().turns
        assert (turns.total, turns.completed, turns.interrupted) == (2, 1, 1)
        assert memory.status().jobs.pending == 2


def test_clear_takes_error_and_success_along(tmp_path: Path) -> None:
    """After a clear neither the last error nor the last success is left; created_at is."""
    fault = ModelFault(kind="Timeout", message="no answer within 60 s")
    world = World(tmp_path, say(extraction_text()), fail_with(fault))
    with world.open() as memory:
        for _ in range(2):
            memory.record(whole_turn("Words."))
            memory.work()
        (before,) = memory.store.look("store/meta")
        assert before[4] is not None
        assert before[5] is not None
        world.clock.advance(60)
        memory.clear(confirm=True)
        (after,) = memory.store.look("store/meta")
        assert after[4:7] == (None, None, before[6])
        assert after[2] == before[2] + 1
