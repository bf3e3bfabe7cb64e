"""Each condition of each fence on its own: one of them broken is enough to change nothing.

The fences overlap on purpose, so a test of a whole race passes although one condition is gone.
Here every statement meets a row that fits but for one thing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from sayso.core import limits
from sayso.core.jobs import (
    Claimer,
    Job,
    JobStatus,
    Setback,
    claimed,
    plan_claim,
    plan_failure,
    plan_heartbeat,
    plan_success,
)
from sayso.core.plans import Write
from sayso.core.project.ending import Ending, plan_finish_open
from sayso.core.project.parking import plan_drop, plan_retry
from sayso.core.turns import TurnState
from sayso.shell.admitting import extend_lease, finish_turn
from sayso.shell.errors import MemoryLeaseError, StalePlanError
from sayso.shell.fences import hold_token
from sayso.shell.store.job_rows import job_of
from tests.kit import World, whole_turn
from tests.records import NOON_US, SECOND_US
from tests.shell.lifekit import begun

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.outcome import Result
    from sayso.core.plans import Plan, Value
    from sayso.shell.memory import Memory

ME = Claimer(owner="me", now_us=NOON_US, force=True)
SOON_US = NOON_US + SECOND_US
LATE_US = NOON_US + limits.JOB_LEASE_US
EARLY_US = NOON_US - 1


@pytest.fixture
def world() -> World:
    """Give a store in memory."""
    return World(None)


def apply(memory: Memory, *plan: Write) -> None:
    """Run a plan, or raise StalePlanError."""
    memory.store.transact(lambda _reading, _guard: (plan, None))


def jobs(memory: Memory) -> list[dict[str, object]]:
    """Give every job row."""
    with memory.store.reading() as reading:
        return list(reading.records("export/memory_jobs"))


def held(memory: Memory) -> Job:
    """Record a turn and give its job, leased to me since noon."""
    memory.record(whole_turn("Hello?"))
    job = job_of(memory.store.look("jobs/by_id", id=1)[0])
    apply(memory, *plan_claim((job,), ME))
    return claimed(job, ME)


def success(job: Job, now_us: int = SOON_US) -> Write:
    """Plan a commit."""
    return plan_success(job, JobStatus.SUCCEEDED, now_us)


def failure(job: Job, now_us: int = SOON_US) -> Write:
    """Plan a failure."""
    return plan_failure(job, Setback(error="no answer"), now_us)


def heartbeat(job: Job, now_us: int = SOON_US) -> Write:
    """Plan the renewal of a lease."""
    return plan_heartbeat((job,), now_us)[0]


@pytest.mark.parametrize("plan", [success, failure, heartbeat])
def test_a_job_that_fits_is_written(world: World, plan: Callable[[Job], Write]) -> None:
    """Without this, the refusals below would prove nothing."""
    with world.open() as memory:
        job = held(memory)
        before = jobs(memory)
        apply(memory, plan(job))
        assert jobs(memory) != before


@pytest.mark.parametrize(
    ("plan", "wrong"),
    [
        (plan, wrong)
        for plan in (success, failure, heartbeat)
        for wrong in ({"owner": "you"}, {"token": 0}, {"now": LATE_US})
    ]
    + [
        (plan, wrong)
        for plan in (success, failure)
        for wrong in ({"generation": 2}, {"now": EARLY_US})
    ],
)
def test_one_wrong_condition_changes_nothing(
    world: World, plan: Callable[[Job], Write], wrong: dict[str, Value]
) -> None:
    """Owner, token, generation, and a lease that holds: each is demanded by itself (A238-A239)."""
    with world.open() as memory:
        write = plan(held(memory))
        before = jobs(memory)
        with pytest.raises(StalePlanError):
            apply(memory, replace(write, params={**write.params, **wrong}))
        assert jobs(memory) == before


@pytest.mark.parametrize("plan", [success, failure])
def test_a_generation_that_has_gone_by_changes_nothing(
    world: World, plan: Callable[[Job], Write]
) -> None:
    """Even if a job outlived a clear, it belongs to the generation before (A239-A240)."""
    with world.open() as memory:
        write = plan(held(memory))
        key = world.ids.key()
        apply(memory, Write(statement="store/reset_meta", params={"subject_key": key, "now": 1}))
        before = jobs(memory)
        with pytest.raises(StalePlanError):
            apply(memory, write)
        assert jobs(memory) == before


def test_a_job_is_claimed_once(world: World) -> None:
    """A claim of what is leased, or of what was claimed since the plan looked, fails."""
    with world.open() as memory:
        job = held(memory)
        before = jobs(memory)
        for seen in (job, replace(job, lease_token=0)):
            with pytest.raises(StalePlanError):
                apply(memory, *plan_claim((seen,), ME))
        assert jobs(memory) == before
        apply(memory, failure(job))
        with pytest.raises(StalePlanError):
            apply(memory, *plan_claim((replace(job, lease_token=0),), ME))


def test_a_job_row_tells_whether_a_claim_or_a_result_was_saved(world: World) -> None:
    """Leased to us is a claim that was saved, over under our token a result that was.

    A job that somebody else has claimed since, or that is gone, tells of neither.
    """
    with world.open() as memory:
        job = held(memory)
        assert told(memory, job) == (True, False)
        apply(memory, failure(job))
        assert told(memory, job) == (False, True)
        later = replace(ME, owner="other", now_us=SOON_US + limits.HOUR_US)
        apply(memory, *plan_claim((replace(job, lease_token=1),), later))
        assert told(memory, job) == (False, False)
        assert told(memory, replace(job, lease_owner="other", lease_token=2)) == (True, False)
        apply(memory, success(replace(job, lease_owner="other", lease_token=2), later.now_us + 1))
        assert told(memory, job) == (False, False)
        assert told(memory, replace(job, id=9)) == (False, False)
        with memory.store.reading() as reading:
            assert not hold_token(reading, (), leased=True)


def told(memory: Memory, job: Job) -> tuple[bool, bool]:
    """Tell whether the row shows a saved claim, and whether it shows a saved result."""
    with memory.store.reading() as reading:
        claim, result = (hold_token(reading, (job,), leased=one) for one in (True, False))
    return claim, result


@pytest.mark.parametrize("decide", [plan_retry, plan_drop])
@pytest.mark.parametrize("moved", [{"lease_token": 4}, {"status": JobStatus.PARKED}])
def test_a_decision_about_a_job_that_moved_on_changes_nothing(
    world: World, decide: Callable[[Job, int], Result[Plan, str]], moved: dict[str, Any]
) -> None:
    """A worker that took the job between look and decision goes before."""
    with world.open() as memory:
        apply(memory, failure(held(memory)))
        job = job_of(memory.store.look("jobs/by_id", id=1)[0])
        before = jobs(memory)
        plan = decide(replace(job, **moved), SOON_US).unwrap()
        with pytest.raises(StalePlanError):
            apply(memory, *plan)
        assert jobs(memory) == before
        apply(memory, *decide(job, SOON_US).unwrap())
        assert jobs(memory) != before


def test_only_the_owner_renews_an_open_turn(world: World) -> None:
    """Another owner, and a turn that has ended, keep their lease as it is (A232)."""
    with world.open() as memory:
        binding = begun(memory)
        extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US)
        stranger = replace(binding, owner="you")
        with pytest.raises(StalePlanError):
            extend_lease(memory.store, memory.ports, stranger, limits.TURN_LEASE_US)
        apply(memory, *plan_finish_open(binding, Ending(state=TurnState.FAILED), SOON_US))
        with pytest.raises(StalePlanError):
            extend_lease(memory.store, memory.ports, binding, limits.TURN_LEASE_US)


@pytest.mark.parametrize("state", [TurnState.OPEN, TurnState.INTERRUPTED])
def test_only_the_owner_ends_a_turn(world: World, state: TurnState) -> None:
    """Both writes that end a turn demand the owner, and the state that was seen."""
    done = Ending(state=TurnState.COMPLETED, assistant_text="Done.")
    with world.open() as memory:
        binding = begun(memory)
        if state is TurnState.INTERRUPTED:
            world.clock.advance(121)
            memory.worker().recover()
        stranger = replace(binding, owner="you")
        with pytest.raises(MemoryLeaseError, match="another owner"):
            finish_turn(memory.store, memory.ports, stranger, done)
        with pytest.raises(StalePlanError):
            apply(memory, *plan_finish_open(stranger, done, SOON_US))
        for wrong in ({"owner": "you"}, {"before": TurnState.FAILED}):
            params: dict[str, Value] = {
                "id": binding.turn_id,
                "before": state,
                "owner": "me",
                "state": TurnState.COMPLETED,
                "assistant_text": "",
                "assistant_sha256": b"\0" * 32,
                "now": SOON_US,
            }
            with pytest.raises(StalePlanError):
                apply(memory, Write(statement="turns/finish", params=params | wrong))
        finish_turn(memory.store, memory.ports, binding, done)
        assert memory.status().turns.completed == 1
