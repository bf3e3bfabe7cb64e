"""Several processes at one store: turns, leases, clears, exports and threads (J01-J11).

What has to be a process of its own is one: it halts at a place and says so (`commands.py`). The
others are memories of their own on the same file, which to SQLite is the same.
"""

from __future__ import annotations

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from sayso.core import limits
from sayso.core.jobs import JobKind, plan_heartbeat
from sayso.shell.admitting import extend_lease
from sayso.shell.errors import NotFoundError, StalePlanError
from sayso.shell.store.job_rows import job_of
from tests.faults.commands import QUOTE, SAID, Silent, begun_project, configured
from tests.faults.processes import run
from tests.kit import World, column, keep_all, remember, while_asked, whole_turn
from tests.provider import serving
from tests.shell.lifekit import begun

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.diagnostics import ModelFault
    from tests.faults.commands import Project
    from tests.kit import Question

WAIT_S = 60
RELEASED_S = 121  # a lease is over


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give a project with one turn, for real processes and a real clock."""
    return begun_project(tmp_path)


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Give a project whose clock obeys."""
    return World(tmp_path)


def test_eight_processes_take_turns(tmp_path: Path) -> None:
    """Their turns are there, whole and in order; no call was refused or waited in vain (J01)."""
    (tmp_path / ".git").mkdir()
    outcome = run(tmp_path, processes=8, turns=20)
    assert (outcome.turns, outcome.errors, outcome.faults) == (160, (), ())
    assert outcome.longest_s < limits.BUSY_DEADLINE_US / limits.SECOND_US


def test_a_worker_is_killed_while_the_model_is_asked(project: Project) -> None:
    """Its job is free again after the lease, the attempt is counted, the memory is made (J02)."""
    silent = Silent()
    with serving(silent) as provider:
        project.environment.update(configured(provider))
        running = project.start("nowhere", "work")
        silent.wait()
        running.send(signal.SIGKILL)
        assert running.end().code == -signal.SIGKILL
    silent.close()
    with project.open() as memory:
        assert memory.work().processed == 0
        assert column(memory, "status") == ["leased"]
        assert memory.status().health == "healthy"
    with project.open(RELEASED_S) as memory:
        memory.work()
        assert column(memory, "attempt_count") == [2, 1]
        assert [one.title for one in memory.list()] == [QUOTE]


def test_a_job_that_kills_every_worker_is_parked(world: World) -> None:
    """After twelve deaths it is out of its lane, told, and the others go on (J02)."""

    def die(_question: Question) -> str:
        raise SystemExit

    with world.open() as memory:
        memory.record(whole_turn("Poison.", session="a"))
    for _ in range(limits.JOB_PARK_ATTEMPTS):
        world.model.script = [die]
        with world.open() as memory, pytest.raises(SystemExit):
            memory.work()
        world.clock.advance(RELEASED_S)
    world.model.script = []
    with world.open() as memory:
        memory.record(whole_turn("Sound.", session="a"))
        memory.record(whole_turn("Sound.", session="b"))
        memory.work()
        assert column(memory, "status") == ["parked", *["succeeded_no_output"] * 2]
        assert memory.status().jobs.parked == 1


@pytest.mark.parametrize("stage", list(JobKind))
def test_the_later_of_two_workers_wins(world: World, stage: JobKind) -> None:
    """A job whose lease ran out is done by another; the first one's answer lands nowhere (J03)."""
    with world.open() as slow, world.open() as quick:
        slow.record(whole_turn(SAID))

        def be_overtaken(question: Question) -> str | ModelFault:
            world.clock.advance(RELEASED_S)
            quick.work()
            return remember(QUOTE)(question) if stage is JobKind.EXTRACTION else keep_all(question)

        asked = {
            JobKind.EXTRACTION: [be_overtaken, remember(QUOTE)],
            JobKind.CONSOLIDATION: [remember(QUOTE), be_overtaken],
        }
        world.model.script = asked[stage]
        report = slow.work()
        assert any(step.stale for step in report.steps)
        assert [one.title for one in slow.list()] == [QUOTE]
        assert len(column(slow, "id", "memory_items")) == 1
        assert len(column(slow, "id", "memory_candidates")) == 1
        assert column(slow, "status") == ["succeeded", "succeeded"]
        counts = {JobKind.EXTRACTION: [2, 1], JobKind.CONSOLIDATION: [1, 2]}
        assert column(slow, "attempt_count") == counts[stage]


@pytest.mark.parametrize("stage", list(JobKind))
@pytest.mark.parametrize("clears", [1, 2])
def test_clears_while_the_model_is_asked(world: World, stage: JobKind, clears: int) -> None:
    """The answer is of a generation that is gone: nothing of it is kept (J04, J05)."""
    with world.open() as memory, world.open() as other:
        turn = memory.turn("And this?")
        memory.record(whole_turn(SAID))
        generations: list[int] = []

        def clear() -> None:
            generations.extend(other.clear(confirm=True) for _ in range(clears))
            other.record(whole_turn("After.", session="later"))

        clearing = while_asked(clear, remember(QUOTE) if stage is JobKind.EXTRACTION else None)
        world.model.script = [clearing]
        if stage is JobKind.CONSOLIDATION:
            world.model.script = [remember(QUOTE), clearing]
        report = memory.work()
        assert generations == [2, 3][:clears]
        assert any(step.stale for step in report.steps)
        assert memory.list() == ()
        assert column(memory, "user_text", "turns") == ["After."]
        assert column(memory, "id", "memory_candidates") == []
        assert set(column(memory, "generation")) == {1 + clears}
        with pytest.raises(NotFoundError, match="not there any more"):
            turn.finish("Late.")


def test_a_clear_waits_for_a_commit_and_wins(project: Project) -> None:
    """A worker that is just committing is over before the clear, and its memory goes (J05)."""
    running = project.start("before_commit", "record", "--user", SAID).arrive()
    with project.open() as memory, ThreadPoolExecutor(1) as pool:
        clearing = pool.submit(memory.clear, confirm=True)
        running.go_on()
        assert running.end().code == 0
        assert clearing.result(WAIT_S) == 2
        assert memory.status().turns.total == 0


def test_a_commit_waits_for_a_clear_and_loses(project: Project) -> None:
    """A worker whose answer comes while another process is just clearing keeps nothing (J05)."""
    with project.open() as memory, ThreadPoolExecutor(1) as pool:

        def answer(question: Question) -> str:
            running = project.start("before_commit", "clear", "--confirm").arrive()
            running.go_on()
            pool.submit(running.end)
            return str(remember(QUOTE)(question))

        project.model.script = [answer]
        (step,) = memory.work().steps
        assert step.stale
        report = memory.status()
        assert (report.generation, report.turns.total, report.jobs.pending) == (2, 0, 0)


def test_an_export_has_all_of_before_a_clear(project: Project) -> None:
    """A clear in the middle of an export neither waits for it nor shows in it (J06)."""
    running = project.start("exporting", "export").arrive()
    with project.open() as memory:
        assert memory.clear(confirm=True) == 2
    running.go_on()
    ended = running.end()
    assert ended.code == 0
    assert exported(ended.out) == (1, [SAID], 1)


def test_an_export_has_nothing_of_a_clear_that_is_not_over(project: Project) -> None:
    """An export beside a clear that has not committed shows all that is there (J06)."""
    running = project.start("before_commit", "clear", "--confirm").arrive()
    with project.open() as memory:
        before = exported(str(memory.export()))
        running.go_on()
        assert running.end().code == 0
        after = exported(str(memory.export()))
    assert before == (1, [SAID], 1)
    assert after == (2, [], 0)


def exported(path: str) -> tuple[int, list[str], int]:
    """Give generation, what was said, and the number of jobs of an export."""
    with open(path.strip(), "rb") as file:  # noqa: PTH123 - what the command printed
        snapshot = json.load(file)
    said = [turn["user_text"] for turn in snapshot["turns"]]
    return snapshot["memory_meta"][0]["generation"], said, len(snapshot["memory_jobs"])


def test_an_answer_lands_where_its_turn_began(project: Project) -> None:
    """Another process starts a new thread meanwhile: the turn ends in the old one (J08)."""
    with project.open() as memory:
        with memory.turn("Before?") as turn:
            assert project.start("nowhere", "new").end().code == 0
            turn.finish("After.")
            assert memory.record(whole_turn("Now.")) == 3
        assert column(memory, "thread_id", "turns") == [1, 1, 2]
        assert column(memory, "assistant_text", "turns") == ["Fine.", "After.", "Fine."]
        assert column(memory, "sequence", "turns") == [1, 2, 1]


def test_a_heartbeat_that_comes_late(world: World) -> None:
    """A lease that is over is not taken up again by a beat, whether or not others saw it (J11)."""
    with world.open() as memory:
        binding = begun(memory)
        world.clock.advance(60)
        extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US)
        world.clock.advance(60)
        extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US)
        world.clock.advance(RELEASED_S)
        with pytest.raises(StalePlanError):
            extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US)
        memory.work()
        with pytest.raises(StalePlanError):
            extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US)
        assert column(memory, "state", "turns") == ["interrupted"]


def test_a_heartbeat_of_a_job_that_others_have(world: World) -> None:
    """A beat of the first worker leaves the second one's lease and token alone (J11)."""
    with world.open() as memory, world.open() as other:
        memory.record(whole_turn(SAID))

        def be_overtaken(_question: Question) -> str:
            (mine,) = jobs_of(memory)
            world.clock.advance(RELEASED_S)
            with pytest.raises(StalePlanError):  # over, though nobody has seen it yet
                beat(mine)
            other.work()
            with pytest.raises(StalePlanError):
                beat(mine)
            return keep_all(_question)

        def jobs_of(one: object) -> list[object]:
            del one
            return [job_of(row) for row in memory.store.look("jobs/by_id", id=1)]

        def beat(job: object) -> None:
            plan = plan_heartbeat((job,), world.clock.now_us())  # type: ignore[arg-type]
            memory.store.transact(lambda _reading, _guard: (plan, None))

        world.model.script = [be_overtaken, keep_all]
        assert memory.work().steps[0].stale
        assert column(memory, "status") == ["succeeded_no_output"]
