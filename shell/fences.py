"""Transactions that can tell whether they were saved, when their commit could not say it.

A job's lease token grows with each claim and only its owner writes under it, so the row itself
tells what became of a claim, a result or a failure. An import is known by its source keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.jobs import Job
    from sayso.core.plans import Plan
    from sayso.shell.store.reading import Guarded, Reading, Work
    from sayso.shell.store.store import Store

T = TypeVar("T")


def transact_fenced(store: Store, work: Work[T], is_saved: Callable[[Reading], bool]) -> T:
    """Run `work`; where nobody knows whether its commit was saved, `is_saved` tells.

    Then its first answer holds, else it is done once more.
    """
    return store.transact(fenced(work, is_saved), is_repeatable=True)


def fenced(work: Work[T], is_saved: Callable[[Reading], bool]) -> Work[T]:
    """Give work that may be run again when nobody knows whether it was saved."""
    answers: list[T] = []

    def once(reading: Reading, guard: Guarded) -> tuple[Plan, T]:
        if answers and is_saved(reading):
            return (), answers[0]
        plan, answer = work(reading, guard)
        answers[:] = [answer]
        return plan, answer

    return once


def hold_token(reading: Reading, jobs: tuple[Job, ...], *, leased: bool) -> bool:
    """Tell whether jobs stand where a worker left them under the token it had.

    That is leased to it after a claim, and not any more after a result or a failure.
    """
    return bool(jobs) and all(_stands(reading, job, leased=leased) for job in jobs)


def _stands(reading: Reading, job: Job, *, leased: bool) -> bool:
    from sayso.core.jobs import JobStatus  # turns are fenced as well, and know no jobs
    from sayso.shell.store.job_rows import job_of

    row = reading.row("jobs/by_id", id=job.id)
    if row is None:
        return False
    now = job_of(row)
    is_leased = now.status is JobStatus.LEASED and now.lease_owner == job.lease_owner
    return now.lease_token == job.lease_token and is_leased is leased
