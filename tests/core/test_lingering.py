"""Whether a worker that nobody waits for stays or leaves, from the lanes of its store."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import limits
from sayso.core.jobs import Claimer, Job, JobKind, JobStatus, select_batch
from sayso.core.lingering import Leave, Stay, lane_due_us, look_ahead
from tests.records import NOON_US, SECOND_US, make_job


def at(second: int) -> int:
    """Give a moment some seconds after noon."""
    return NOON_US + second * SECOND_US


def lane(*changes: dict[str, object]) -> tuple[Job, ...]:
    """Give a lane of jobs, numbered from 1, each with what differs from one pending since noon."""
    return tuple(make_job(number, **change) for number, change in enumerate(changes, start=1))


def retry(second: int) -> dict[str, object]:
    """Describe a job that failed and is due some seconds after noon."""
    return {
        "status": JobStatus.RETRY_WAIT,
        "next_retry_at_us": at(second),
        "attempt_count": 1,
    }


def leased(second: int) -> dict[str, object]:
    """Describe a job that another has until some seconds after noon."""
    return {
        "status": JobStatus.LEASED,
        "lease_owner": "you",
        "lease_expires_at_us": at(second),
        "attempt_count": 1,
    }


STAGE_2: dict[str, object] = {"kind": JobKind.CONSOLIDATION, "turn_id": None}
TOMORROW = 20 * 3_600


@pytest.mark.parametrize(
    ("lanes", "due"),
    [
        ([], None),
        ([()], None),
        ([lane({})], 30),
        ([lane({}, {})], 0),
        ([lane(retry(5))], 5),
        ([lane(retry(5), {})], 5),
        ([lane(retry(120))], 120),
        ([lane(retry(-5))], 0),
        ([lane({}, retry(7))], 7),
        ([lane(leased(100))], 100),
        ([lane(leased(-1))], 0),
        ([lane(leased(10_000))], 0),
        ([lane({**retry(5), "next_retry_at_us": None})], None),
        ([lane({**retry(TOMORROW), "attempt_count": 0})], TOMORROW),
        ([lane(retry(TOMORROW)), lane({})], 30),
        ([lane(STAGE_2)], 0),
        ([lane(retry(600)), lane({**STAGE_2, **retry(5)})], 5),
    ],
)
def test_a_worker_stays_for_what_is_due_within_the_linger(
    lanes: list[tuple[Job, ...]], due: int | None
) -> None:
    """It stays until the first moment at which a claim takes something, if that is soon (A149)."""
    expected = (
        Leave(due_us=None)
        if due is None
        else Stay(until_us=at(due))
        if due <= 30
        else Leave(due_us=at(due))
    )
    assert look_ahead(lanes, NOON_US) == expected


def test_the_linger_is_a_closed_bound() -> None:
    """It stays for what is due in exactly thirty seconds, and not a microsecond longer."""
    late = lane({"created_at_us": NOON_US + 1})
    assert look_ahead([lane({})], NOON_US) == Stay(until_us=NOON_US + limits.WORKER_LINGER_US)
    assert look_ahead([late], NOON_US + 1) == Stay(until_us=NOON_US + 1 + limits.WORKER_LINGER_US)
    assert isinstance(look_ahead([lane(retry(31))], NOON_US + SECOND_US - 1), Leave)


JOBS = st.builds(
    lambda change, created: {"created_at_us": at(created), **change},
    st.sampled_from([{}, *map(retry, (0, 5, 30, 120)), *map(leased, (1, 60, 119))]),
    st.integers(-40, 5),
)


@given(st.lists(JOBS, max_size=5))
def test_nothing_can_be_claimed_before_and_something_can_then(
    jobs: list[dict[str, object]],
) -> None:
    """The moment that is named is the first at which the rules of claiming give a batch."""
    jobs_of_lane = lane(*jobs)
    due_us = lane_due_us(jobs_of_lane, NOON_US)
    claims = [
        second
        for second in range(180)
        if select_batch(
            tuple(
                make_job(job.id, created_at_us=job.created_at_us, attempt_count=1)
                if job.status is JobStatus.LEASED and (job.lease_expires_at_us or 0) <= at(second)
                else job
                for job in jobs_of_lane
            ),
            Claimer(owner="me", now_us=at(second), force=False),
        )
    ]
    assert due_us == (at(claims[0]) if claims else None)
