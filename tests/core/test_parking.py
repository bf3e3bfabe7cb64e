"""What a user may decide about a job that failed too often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sayso.core.ids import JOB, MEMORY, read_id
from sayso.core.jobs import Job, JobKind, JobStatus
from sayso.core.outcome import is_failure
from sayso.core.project.parking import plan_drop, plan_retry
from tests.records import NOON_US, SECOND_US, make_job, written

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.outcome import Result
    from sayso.core.plans import Plan


def job(status: JobStatus, kind: JobKind = JobKind.EXTRACTION, lease_s: int = 1) -> Job:
    """Give a job in a status; a consolidation carries two candidates, a leased one its lease."""
    payload = '{"candidates":[7,8],"withdrawals":[]}'
    until = NOON_US + lease_s * SECOND_US if status is JobStatus.LEASED else None
    return make_job(
        3, status=status, kind=kind, payload=payload, lease_token=5, lease_expires_at_us=until
    )


@pytest.mark.parametrize("status", list(JobStatus))
def test_only_a_job_that_waits_can_be_decided_on(status: JobStatus) -> None:
    """What runs or is over is left alone; a pending job needs no retry."""
    retryable = status in (JobStatus.PARKED, JobStatus.RETRY_WAIT)
    assert is_failure(plan_retry(job(status), NOON_US)) is not retryable
    assert is_failure(plan_drop(job(status), NOON_US)) is not (
        retryable or status is JobStatus.PENDING
    )


@pytest.mark.parametrize("lease_s", [0, -1, 121])
@pytest.mark.parametrize("decide", [plan_retry, plan_drop])
def test_a_job_whose_worker_died_can_be_decided_on(
    lease_s: int, decide: Callable[[Job, int], Result[Plan, str]]
) -> None:
    """A turn that takes its worker with it would otherwise come back before the user can act."""
    write, _ = decide(job(JobStatus.LEASED, lease_s=lease_s), NOON_US).unwrap()
    assert (write.params["status"], write.params["token"]) == (JobStatus.LEASED, 5)


def test_a_decision_holds_only_for_the_job_as_it_was_seen() -> None:
    """Status and token stand in the write, so a job that has moved on is not touched."""
    retry, refresh = plan_retry(job(JobStatus.PARKED), NOON_US).unwrap()
    assert (retry.statement, retry.expect_rows) == ("jobs/retry", 1)
    assert retry.params == {"id": 3, "status": JobStatus.PARKED, "token": 5, "now": NOON_US}
    assert refresh.statement == "store/refresh_error"


def test_dropping_a_consolidation_rejects_its_candidates() -> None:
    """They have no other job, so they would wait for ever."""
    plan = plan_drop(job(JobStatus.PARKED, JobKind.CONSOLIDATION), NOON_US).unwrap()
    assert written(plan, "items/reject_candidates") == [{"ids": "[7,8]", "now": NOON_US}]
    assert not written(
        plan_drop(job(JobStatus.PARKED), NOON_US).unwrap(), "items/reject_candidates"
    )


@pytest.mark.parametrize(
    ("letter", "text", "number"),
    [(MEMORY, "m12", 12), (MEMORY, "12", 12), (JOB, "j3", 3), (JOB, "9" * 18, int("9" * 18))],
)
def test_an_id_is_read_with_its_letter_or_bare(letter: str, text: str, number: int) -> None:
    """Both spellings name the same thing."""
    assert read_id(letter, text).unwrap() == number


@pytest.mark.parametrize("text", ["", "m", "m0", "0", "-1", "t12", "m1.5", "m１２", "9" * 19, "M3"])
def test_anything_else_is_no_id(text: str) -> None:
    """Another letter, a sign, another script's digits, or a number no row can have."""
    assert repr(text) in read_id(MEMORY, text).failure()
