"""Builds jobs from rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.jobs import Job, JobKind, JobStatus
from sayso.shell.store.rows import meaningful

if TYPE_CHECKING:
    from sayso.shell.store.rows import Row


@meaningful
def job_of(row: Row) -> Job:
    """Build a job from the columns of the statements below sql/jobs."""
    return Job(
        id=row[0],
        kind=JobKind(row[1]),
        thread_id=row[2],
        session=row[3],
        sequence=row[4],
        turn_id=row[5],
        payload=row[6],
        status=JobStatus(row[7]),
        generation=row[8],
        attempt_count=row[9],
        lease_owner=row[10],
        lease_token=row[11],
        lease_expires_at_us=row[12],
        next_retry_at_us=row[13],
        checkpoint=row[14],
        created_at_us=row[15],
        last_error=row[16],
    )
