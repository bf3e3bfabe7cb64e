"""What the user decides about a job that failed too often: try it again, or drop it.

Neither touches the RAW turn. A dropped extraction forms no memory from its turn, a dropped
consolidation rejects its candidates, and an error that belonged to either is no longer shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson

from sayso.core import limits
from sayso.core.jobs import Job, JobKind, JobStatus, plan_error
from sayso.core.leases import is_lease_live
from sayso.core.outcome import Failure, Result, Success
from sayso.core.plans import Write

if TYPE_CHECKING:
    from sayso.core.plans import Plan

_WAITING: Final = frozenset({JobStatus.PARKED, JobStatus.RETRY_WAIT})


def plan_retry(job: Job, now_us: int) -> Result[Plan, str]:
    """Put a parked or waiting job back into its lane with its attempts forgiven."""
    if not _waits(job, now_us):
        return Failure(f"job j{job.id} is {job.status}: only a parked or waiting job is retried")
    return Success((_decide("jobs/retry", job, now_us), plan_error(now_us)))


def plan_drop(job: Job, now_us: int) -> Result[Plan, str]:
    """Give a job up for good; the turn it was about stays as it is."""
    if job.status is not JobStatus.PENDING and not _waits(job, now_us):
        return Failure(f"job j{job.id} is {job.status}: only a job that waits can be dropped")
    writes = [_decide("jobs/drop", job, now_us)]
    if job.kind is JobKind.CONSOLIDATION:
        ids = orjson.dumps(orjson.loads(job.payload)["candidates"]).decode()
        writes.append(
            Write(
                statement="items/reject_candidates",
                params={"ids": ids, "now": now_us},
                expect_rows=None,
            )
        )
    return Success((*writes, plan_error(now_us)))


def _waits(job: Job, now_us: int) -> bool:
    """Tell whether nobody works on a job that was tried; its worker may have died over it."""
    if job.status is not JobStatus.LEASED:
        return job.status in _WAITING
    return not is_lease_live(job.lease_expires_at_us, now_us, limits.JOB_LEASE_US)


def _decide(statement: str, job: Job, now_us: int) -> Write:
    return Write(
        statement=statement,
        params={"id": job.id, "status": job.status, "token": job.lease_token, "now": now_us},
    )
