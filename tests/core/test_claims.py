"""Which batches one claim takes, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.claims import select_claims
from sayso.core.jobs import Claimer, Job, JobKind, JobStatus
from tests.records import NOON_US, make_job

if TYPE_CHECKING:
    from collections.abc import Iterable

ME: Final = Claimer(owner="me", now_us=NOON_US, force=True)
MANY: Final = 9


def claimed(lanes: Iterable[tuple[Job, ...]], batches_max: int = MANY) -> list[list[int]]:
    """Give the numbers of the jobs of each batch."""
    return [[job.id for job in batch] for batch in select_claims(lanes, ME, batches_max)]


def lane(first: int, number: int) -> tuple[Job, ...]:
    """Make a lane of jobs that wait."""
    return tuple(make_job(at) for at in range(first, first + number))


def test_a_blocked_lane_lets_the_others_go_on() -> None:
    """Blocked lanes are passed over; nothing is claimed where none is ready."""
    blocked = (make_job(1, status=JobStatus.LEASED, lease_owner="other"), make_job(2))
    assert claimed((blocked, lane(7, 2))) == [[7, 8]]
    assert claimed((blocked,)) == []
    assert claimed(()) == []


def test_batches_come_as_if_they_were_claimed_one_by_one() -> None:
    """A lane is taken batch by batch before the next one, up to as many as there may be."""
    lanes = (lane(1, 6), lane(11, 1), lane(21, 9))
    whole = [[1, 2, 3, 4], [5, 6], [11], [21, 22, 23, 24], [25, 26, 27, 28], [29]]
    assert claimed(lanes) == whole
    for most in range(1, len(whole)):
        assert claimed(lanes, most) == whole[:most]


def test_what_was_tried_before_takes_nothing_along() -> None:
    """A job that may have taken its worker with it goes alone, and no batch goes along with it."""
    tried = (make_job(5, attempt_count=1), make_job(6))
    assert claimed((tried, lane(11, 1))) == [[5, 6]]
    assert claimed((lane(1, 2), tried)) == [[1, 2]]


def test_a_consolidation_goes_alone() -> None:
    """What one consolidation comes to is what the next one is asked about."""
    merge = (make_job(9, kind=JobKind.CONSOLIDATION),)
    assert claimed((merge, merge)) == [[9]]
    assert claimed((lane(1, 2), merge)) == [[1, 2]]
