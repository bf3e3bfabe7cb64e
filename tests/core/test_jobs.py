"""Jobs: which may run, when one that failed runs again, what a fence demands, and draining."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core.jobs import (
    Claimer,
    Job,
    JobKind,
    JobStatus,
    Setback,
    backoff_us,
    claimed,
    plan_claim,
    plan_failure,
    plan_heartbeat,
    plan_model,
    plan_recovery,
    plan_release,
    plan_success,
    select_batch,
)
from sayso.core.rounds import Drain, allowance, record_failure, record_success
from tests.records import NOON_US, SECOND_US, make_job


def claimer(*, after_s: int = 0, force: bool = False) -> Claimer:
    """Give somebody who claims some seconds after noon."""
    return Claimer(owner="me", now_us=NOON_US + after_s * SECOND_US, force=force)


def lane(*changes: dict[str, object]) -> tuple[Job, ...]:
    """Give a lane of jobs, numbered from 1, each with what differs from a pending one."""
    return tuple(make_job(number, **change) for number, change in enumerate(changes, start=1))


def ids(batch: tuple[Job, ...]) -> list[int]:
    """Give the numbers of a batch."""
    return [job.id for job in batch]


LEASED: dict[str, object] = {"status": JobStatus.LEASED, "lease_owner": "you"}


def waiting(due_s: int) -> dict[str, object]:
    """Describe a job that failed once and is due some seconds after noon."""
    due_us = NOON_US + due_s * SECOND_US
    return {"status": JobStatus.RETRY_WAIT, "next_retry_at_us": due_us, "attempt_count": 1}


@pytest.mark.parametrize(
    ("jobs", "after_s", "chosen"),
    [
        (lane(), 0, []),
        (lane({}), 0, []),
        (lane({}), 29, []),
        (lane({}), 30, [1]),
        (lane({}, {}), 0, [1, 2]),
        (lane({}, {}, {}, {}, {}), 0, [1, 2, 3, 4]),
        (lane(LEASED, {}, {}), 60, []),
        (lane({}, LEASED, {}), 0, []),
        (lane({}, LEASED, {}), 30, [1]),
        (lane(waiting(5), {}, {}), 4, []),
        (lane(waiting(5), {}, {}), 5, [1, 2, 3]),
        (lane(waiting(5)), 5, [1]),
        (lane({}, waiting(90), {}), 30, [1]),
        (lane({"status": JobStatus.RETRY_WAIT}, {}), 60, []),
        (lane(waiting(86_400)), 0, []),
        (lane(waiting(86_401)), 0, [1]),
    ],
)
def test_a_lane_gives_what_is_due(jobs: tuple[Job, ...], after_s: int, chosen: list[int]) -> None:
    """Two pending jobs or one of 30 s are due, at most four; the head blocks (A148-A151)."""
    assert ids(select_batch(jobs, claimer(after_s=after_s))) == chosen


def test_force_lifts_the_wait_for_company_only() -> None:
    """A drain takes a single young job at once, but no job before its retry time."""
    assert ids(select_batch(lane({}), claimer(force=True))) == [1]
    assert ids(select_batch(lane(waiting(5), {}), claimer(after_s=4, force=True))) == []


def test_a_clock_that_went_back_does_not_starve_a_job() -> None:
    """A job made in the future by a clock that was wrong is due rather than lost."""
    assert ids(select_batch(lane({}), claimer(after_s=-3_600))) == [1]


def test_a_consolidation_runs_alone_and_at_once() -> None:
    """Stage 2 needs no company and takes one job at a time (A172)."""
    jobs = tuple(
        make_job(number, kind=JobKind.CONSOLIDATION, turn_id=None, sequence=0) for number in (1, 2)
    )
    assert ids(select_batch(jobs, claimer())) == [1]


def test_a_job_that_keeps_failing_runs_without_its_siblings() -> None:
    """From the sixth failure on a head runs alone, so that it takes no other turn with it."""
    worn = waiting(0) | {"attempt_count": 6}
    assert ids(select_batch(lane(worn, {}, {}), claimer())) == [1]
    fresh = waiting(0) | {"attempt_count": 5}
    assert ids(select_batch(lane(fresh, {}, {}), claimer())) == [1, 2, 3]


def test_a_claim_is_fenced_by_the_token_it_saw() -> None:
    """Each job is leased for 120 s, only if nobody claimed it since the plan looked."""
    (write,) = plan_claim((make_job(3, lease_token=5),), claimer(after_s=1))
    assert write.statement == "jobs/claim"
    assert write.expect_rows == 1
    assert write.params == {
        "id": 3,
        "token": 5,
        "owner": "me",
        "expires_at": NOON_US + 121 * SECOND_US,
        "now": NOON_US + SECOND_US,
    }


def test_a_claim_of_a_failed_job_looks_up_the_error_that_is_shown() -> None:
    """Leasing it makes its error the newest one; a batch that never failed changes nothing."""
    fresh, failed = make_job(3), make_job(4, last_error="no answer")
    *claims, shown = plan_claim((fresh, failed), claimer())
    assert [write.statement for write in claims] == ["jobs/claim"] * 2
    assert (shown.statement, shown.params) == ("store/refresh_error", {"now": NOON_US})


def test_a_claimed_job_is_what_the_write_makes_of_it() -> None:
    """Attempt and token grow by one, the lease is the claimer's, the retry time is gone."""
    before = make_job(3, lease_token=5, **waiting(0))
    assert claimed(before, claimer()) == replace(
        before,
        status=JobStatus.LEASED,
        attempt_count=2,
        lease_owner="me",
        lease_token=6,
        lease_expires_at_us=NOON_US + 120 * SECOND_US,
        next_retry_at_us=None,
    )


@pytest.mark.parametrize(
    ("attempt", "wait_s"),
    [(0, 5), (1, 5), (2, 30), (3, 120), (4, 600), (5, 3_600), (6, 3_600), (12, 3_600)],
)
def test_the_wait_grows_to_an_hour(attempt: int, wait_s: int) -> None:
    """5 s, 30 s, 2 min, 10 min, then an hour each time (A258)."""
    assert backoff_us(attempt) == wait_s * SECOND_US


HELD = claimed(make_job(3, generation=4), claimer())
FENCE = {
    "id": 3,
    "owner": "me",
    "token": 1,
    "generation": 4,
    "now": NOON_US + 9 * SECOND_US,
    "lease_max": 120 * SECOND_US,
}
LATER_US = NOON_US + 9 * SECOND_US


def test_a_heartbeat_gives_every_job_of_a_batch_a_whole_lease_anew() -> None:
    """Each write is fenced by owner and token and must find its job: all are renewed or none."""
    other = replace(HELD, id=4, lease_token=6)
    plan = plan_heartbeat((HELD, other), LATER_US)
    assert [(write.statement, write.expect_rows) for write in plan] == [("jobs/heartbeat", 1)] * 2
    shared = {"owner": "me", "expires_at": NOON_US + 129 * SECOND_US, "now": LATER_US}
    assert [write.params for write in plan] == [
        {"id": 3, "token": 1, **shared},
        {"id": 4, "token": 6, **shared},
    ]


def test_the_model_of_an_answer_is_noted_for_each_job_of_the_batch() -> None:
    """A model without a name is nothing to note."""
    writes = plan_model((HELD, replace(HELD, id=9)), "sonnet")
    assert [(one.statement, one.params) for one in writes] == [
        ("jobs/insert_model", {"job_id": HELD.id, "model": "sonnet"}),
        ("jobs/insert_model", {"job_id": 9, "model": "sonnet"}),
    ]
    assert plan_model((HELD,), "") == ()


def test_a_success_passes_the_whole_fence() -> None:
    """Owner, token, generation and lease stand in the write that closes the job (A238-A239)."""
    write = plan_success(HELD, JobStatus.SUCCEEDED_NO_OUTPUT, LATER_US)
    assert (write.statement, write.expect_rows) == ("jobs/succeed", 1)
    assert write.params == {**FENCE, "status": JobStatus.SUCCEEDED_NO_OUTPUT}


def test_a_failure_passes_the_same_fence_and_sets_the_retry() -> None:
    """A failed job keeps its error and comes back after the wait of its attempt (A257)."""
    write = plan_failure(HELD, Setback(error="no answer"), LATER_US)
    assert (write.statement, write.expect_rows) == ("jobs/fail", 1)
    assert write.params == {
        **FENCE,
        "status": JobStatus.RETRY_WAIT,
        "error": "no answer",
        "attempt_count": 1,
        "next_retry_at": LATER_US + 5 * SECOND_US,
        "checkpoint": None,
    }


def test_a_provider_may_say_when_to_come_back() -> None:
    """The time a provider asked for takes the place of our own wait."""
    write = plan_failure(HELD, Setback(error="slow", retry_at_us=LATER_US + 77), LATER_US)
    assert write.params["next_retry_at"] == LATER_US + 77


def test_the_twelfth_failure_parks_a_job() -> None:
    """A job that failed eleven times is tried again, after twelve it waits for the user."""
    setback = Setback(error="no", retry_at_us=LATER_US + 77)
    eleven = plan_failure(replace(HELD, attempt_count=11), setback, LATER_US)
    assert eleven.params["status"] == JobStatus.RETRY_WAIT
    twelve = plan_failure(replace(HELD, attempt_count=12), setback, LATER_US)
    assert twelve.params["status"] == JobStatus.PARKED
    assert twelve.params["next_retry_at"] is None


@pytest.mark.parametrize("attempt", [1, 12])
def test_an_attempt_without_a_question_is_not_counted(attempt: int) -> None:
    """A job that only waits, as for the next day's budget, is never parked for it."""
    setback = Setback(error="not today", retry_at_us=LATER_US + 77, is_counted=False)
    write = plan_failure(replace(HELD, attempt_count=attempt), setback, LATER_US)
    assert write.params["status"] == JobStatus.RETRY_WAIT
    assert write.params["attempt_count"] == attempt - 1
    assert write.params["next_retry_at"] == LATER_US + 77


def test_recovery_takes_any_number_of_jobs() -> None:
    """Expired leases go back to their lanes, however many there are."""
    outdated, expired, shown = plan_recovery(NOON_US)
    assert (outdated.statement, outdated.expect_rows) == ("jobs/settle_outdated", None)
    assert (expired.statement, expired.expect_rows) == ("jobs/recover", None)
    assert expired.params["now"] == NOON_US
    assert expired.params["lease_max"] == 120 * SECOND_US
    assert expired.params["park_attempts"] == 12
    assert shown.statement == "store/refresh_error"


def test_a_round_tries_each_job_once_and_lets_a_child_join() -> None:
    """Done and failed jobs leave the round; a child of a success joins it (A289-A290)."""
    start = Drain(upto_id=3)
    after = record_success(start, (1, 2), 9)
    assert (after.children, after.succeeded, after.failed) == (frozenset({9}), 2, 0)
    failed = record_failure(after, (3,))
    assert (failed.tried, failed.children, failed.failed) == (frozenset({3}), frozenset({9}), 1)
    ended = record_success(failed, (9,), None)
    assert (ended.children, ended.tried, ended.processed) == (frozenset(), frozenset({3}), 4)


def test_a_round_narrows_a_claim_by_its_bound_and_not_by_its_size() -> None:
    """The snapshot travels as one number, with only what joined and what failed as lists (A291)."""
    round_ = Drain(upto_id=7, children=frozenset({9, 8}), tried=frozenset({2}))
    assert allowance(round_) == {"upto_id": 7, "children": "[8,9]", "tried": "[2]"}
    assert allowance(None) == {"upto_id": None, "children": "[]", "tried": "[]"}


@given(
    st.lists(st.sampled_from([JobStatus.PENDING, JobStatus.LEASED, JobStatus.RETRY_WAIT])),
    st.integers(min_value=-100, max_value=100),
    st.booleans(),
)
def test_a_batch_is_always_a_bounded_head_of_its_lane(
    statuses: list[JobStatus], after_s: int, force: bool
) -> None:
    """Whatever a lane looks like, a batch is its first jobs in order, at most four, none leased."""
    jobs = tuple(
        make_job(number, status=status, next_retry_at_us=NOON_US)
        for number, status in enumerate(statuses, start=1)
    )
    batch = select_batch(jobs, claimer(after_s=after_s, force=force))
    assert batch == jobs[: len(batch)]
    assert len(batch) <= 4
    assert all(job.status is not JobStatus.LEASED for job in batch)


def test_a_job_goes_back_as_if_it_was_not_claimed() -> None:
    """Its attempt is not counted, under the fence of its lease; one that was lost is let be."""
    held = make_job(3, attempt_count=2, lease_token=7, lease_owner="me", generation=4)
    write = plan_release(held, NOON_US)
    assert (write.statement, write.expect_rows) == ("jobs/release", None)
    assert write.params == {
        "id": 3,
        "owner": "me",
        "token": 7,
        "generation": 4,
        "now": NOON_US,
        "lease_max": 120 * SECOND_US,
        "attempt_count": 1,
    }
