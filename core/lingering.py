"""Whether a worker that nobody waits for stays or leaves, told from the lanes of its store.

Input: the unresolved jobs by lane and the time. Output: stay until a moment at which something is
due, or leave, with the moment at which somebody should look again. It stays for what is due within
the linger, so that a lonely turn gets its thirty seconds (A149) and a first retry its five; for
anything later another one is started. The rules of claiming are asked themselves, so that a worker
never stays for a batch that no claim would take.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.jobs import (
    POLICIES,
    Claimer,
    JobStatus,
    select_batch,
)
from sayso.core.leases import is_lease_live

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sayso.core.jobs import Job


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Something is due at `until_us`, now or within the linger."""

    until_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Nothing is due soon; `due_us` is when something will be, None for never by itself."""

    due_us: int | None


def look_ahead(lanes: Iterable[tuple[Job, ...]], now_us: int) -> Stay | Leave:
    """Decide whether to stay for what some lanes hold; the linger is a closed bound."""
    dues = [due for lane in lanes if (due := lane_due_us(lane, now_us)) is not None]
    if not dues:
        return Leave(due_us=None)
    first_us = min(dues)
    if first_us - now_us <= limits.WORKER_LINGER_US:
        return Stay(until_us=first_us)
    return Leave(due_us=first_us)


def lane_due_us(lane: tuple[Job, ...], now_us: int) -> int | None:
    """Give the first moment from now on at which a batch of a lane can be claimed, if any.

    A leased job counts as free once its lease has run out, since a recovery comes first.
    """
    for moment_us in sorted({now_us, *_moments(lane, now_us)}):
        freed = tuple(_freed(job, moment_us) for job in lane)
        if select_batch(freed, Claimer(owner="", now_us=moment_us, force=False)):
            return moment_us
    return None


def _moments(lane: tuple[Job, ...], now_us: int) -> Iterable[int]:
    """Give the later moments at which anything about a lane changes by itself."""
    for job in lane:
        aged_us = job.created_at_us + POLICIES[job.kind].due_age_us
        for moment_us in (aged_us, job.next_retry_at_us, job.lease_expires_at_us):
            if moment_us is not None and moment_us > now_us:
                yield moment_us


def _freed(job: Job, now_us: int) -> Job:
    is_held = is_lease_live(job.lease_expires_at_us, now_us, limits.JOB_LEASE_US)
    if job.status is not JobStatus.LEASED or is_held:
        return job
    return replace(job, status=JobStatus.PENDING)
