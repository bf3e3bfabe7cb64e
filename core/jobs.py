"""Background jobs: records, lanes, batching, leases, backoff and parking.

Every rule about which job may run, when a failed one runs again and when it leaves its lane is
here. The statements only carry out what these functions return; a fence in the same write makes
sure that a late or foreign result changes nothing (A237-A240).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from sayso.core import limits
from sayso.core.plans import Write

if TYPE_CHECKING:
    from collections.abc import Mapping


class JobKind(StrEnum):
    """What a job does: stage 1 over turns, or stage 2 over candidates."""

    EXTRACTION = "extraction"
    CONSOLIDATION = "consolidation"


class JobStatus(StrEnum):
    """Where a job stands. `parked` waits for the user; the last three are final."""

    PENDING = "pending"
    LEASED = "leased"
    RETRY_WAIT = "retry_wait"
    PARKED = "parked"
    SUCCEEDED = "succeeded"
    SUCCEEDED_NO_OUTPUT = "succeeded_no_output"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One job row. `sequence` is the turn's place in its thread (0 for consolidation).

    `attempt_count` and `lease_token` grow by one at each claim; the token never falls back.
    """

    id: int
    kind: JobKind
    thread_id: int
    session: str
    sequence: int
    turn_id: int | None
    payload: str
    status: JobStatus
    generation: int
    attempt_count: int
    lease_owner: str | None
    lease_token: int
    lease_expires_at_us: int | None
    next_retry_at_us: int | None
    checkpoint: str | None
    created_at_us: int
    last_error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobPolicy:
    """How one kind of job runs: batch size, when a batch is due, lease and parking."""

    batch_max: int
    due_pending: int
    due_age_us: int
    lease_us: int = limits.JOB_LEASE_US
    park_attempts: int = limits.JOB_PARK_ATTEMPTS
    alone_from_attempt: int = limits.JOB_PARK_ATTEMPTS // 2


POLICIES: Final[Mapping[JobKind, JobPolicy]] = {
    JobKind.EXTRACTION: JobPolicy(
        batch_max=limits.EXTRACTION_BATCH_TURNS,
        due_pending=limits.EXTRACTION_DUE_PENDING,
        due_age_us=limits.EXTRACTION_DUE_AGE_US,
    ),
    JobKind.CONSOLIDATION: JobPolicy(batch_max=1, due_pending=1, due_age_us=0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimer:
    """Who claims and when. `force` lifts the waiting for a fuller batch, never a retry time."""

    owner: str
    now_us: int
    force: bool


def select_batch(lane: tuple[Job, ...], claimer: Claimer) -> tuple[Job, ...]:
    """Choose the jobs to claim from one lane, head first, or none.

    `lane` holds the lane's unresolved jobs in order. The head blocks the lane: while it is
    leased or waits for its retry nothing behind it runs (A151). The run ends at the first job
    that is not eligible.
    """
    if not lane:
        return ()
    policy = POLICIES[lane[0].kind]
    run: list[Job] = []
    for job in lane[: policy.batch_max]:
        if not _is_eligible(job, claimer.now_us):
            break
        run.append(job)
    if not run or not _is_due(run, policy, claimer):
        return ()
    if run[0].attempt_count >= policy.alone_from_attempt:
        return (run[0],)
    return tuple(run)


def _is_eligible(job: Job, now_us: int) -> bool:
    """Tell whether a job may run; a wait longer than any comes from a clock that was wrong."""
    if job.status is not JobStatus.RETRY_WAIT:
        return job.status is JobStatus.PENDING
    due_us = job.next_retry_at_us
    return due_us is not None and not now_us < due_us <= now_us + limits.JOB_WAIT_MAX_US


def _is_due(run: list[Job], policy: JobPolicy, claimer: Claimer) -> bool:
    head = run[0]
    age_us = claimer.now_us - head.created_at_us
    return (
        claimer.force
        or len(run) >= policy.due_pending
        or head.attempt_count > 0
        or not 0 <= age_us < policy.due_age_us
    )


def plan_claim(batch: tuple[Job, ...], claimer: Claimer) -> tuple[Write, ...]:
    """Lease each job of a batch to the claimer; another claim in between fails the plan.

    A claim makes an unresolved error the newest one, so the one shown is looked up again (A268).
    """
    claims = tuple(
        Write(
            statement="jobs/claim",
            params={
                "id": job.id,
                "token": job.lease_token,
                "owner": claimer.owner,
                "expires_at": claimer.now_us + POLICIES[job.kind].lease_us,
                "now": claimer.now_us,
            },
        )
        for job in batch
    )
    has_error = any(job.last_error is not None for job in batch)
    return (*claims, plan_error(claimer.now_us)) if has_error else claims


def claimed(job: Job, claimer: Claimer) -> Job:
    """Give the job as it stands once `plan_claim` has been applied."""
    return replace(
        job,
        status=JobStatus.LEASED,
        attempt_count=job.attempt_count + 1,
        lease_owner=claimer.owner,
        lease_token=job.lease_token + 1,
        lease_expires_at_us=claimer.now_us + POLICIES[job.kind].lease_us,
        next_retry_at_us=None,
    )


def plan_success(job: Job, status: JobStatus, now_us: int) -> Write:
    """Close a leased job; the fence is owner, token, generation and an unexpired lease."""
    return Write(statement="jobs/succeed", params={**_fence(job, now_us), "status": status})


def plan_release(job: Job, now_us: int) -> Write:
    """Put a leased job back as if it had not been claimed; one that was lost is let be."""
    params = {**_fence(job, now_us), "attempt_count": job.attempt_count - 1}
    return Write(statement="jobs/release", params=params, expect_rows=None)


def plan_model(jobs: tuple[Job, ...], model: str) -> tuple[Write, ...]:
    """Note which model gave the answer that settles some jobs; '' is nothing to note."""
    return tuple(
        Write(statement="jobs/insert_model", params={"job_id": job.id, "model": model})
        for job in jobs
        if model
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Setback:
    """Why an attempt came to nothing, and what the next one starts from.

    `retry_at_us` takes the place of our own wait where the model said when to come back; a
    checkpoint is what the next attempt may use again, None drops it. An attempt in which nothing
    was asked is not counted, so that a job never ends parked for having waited.
    """

    error: str
    retry_at_us: int | None = None
    checkpoint: str | None = None
    is_counted: bool = True


def plan_failure(job: Job, setback: Setback, now_us: int) -> Write:
    """Send a leased job to its retry, or park it when it has failed too often (A257-A258)."""
    attempts = job.attempt_count if setback.is_counted else job.attempt_count - 1
    parked = attempts >= POLICIES[job.kind].park_attempts
    told_us = setback.retry_at_us
    due_us = now_us + backoff_us(attempts) if told_us is None else told_us
    return Write(
        statement="jobs/fail",
        params={
            **_fence(job, now_us),
            "status": JobStatus.PARKED if parked else JobStatus.RETRY_WAIT,
            "error": setback.error,
            "attempt_count": attempts,
            "next_retry_at": None if parked else due_us,
            "checkpoint": setback.checkpoint,
        },
    )


def plan_error(now_us: int) -> Write:
    """Look up anew which error is shown for the whole store (A267-A269)."""
    return Write(statement="store/refresh_error", params={"now": now_us})


def backoff_us(attempt_count: int) -> int:
    """Give the wait after the n-th failed attempt, n counted from 1 (A258)."""
    steps = limits.JOB_BACKOFF_US
    return steps[min(max(attempt_count, 1), len(steps)) - 1]


def plan_heartbeat(jobs: tuple[Job, ...], now_us: int) -> tuple[Write, ...]:
    """Renew the leases of a batch that takes more than one question; all of them or none."""
    return tuple(
        Write(
            statement="jobs/heartbeat",
            params={
                "id": job.id,
                "owner": job.lease_owner,
                "token": job.lease_token,
                "expires_at": now_us + POLICIES[job.kind].lease_us,
                "now": now_us,
            },
        )
        for job in jobs
    )


def plan_recovery(now_us: int) -> tuple[Write, ...]:
    """Return jobs whose lease has run out to their lane, to be tried at once (A259, A284).

    A job that has taken its worker with it at every attempt is parked instead, as if it failed.
    A job of another generation is over: nothing it comes to could ever be written (A240).
    """
    return (
        Write(statement="jobs/settle_outdated", params={"now": now_us}, expect_rows=None),
        Write(
            statement="jobs/recover",
            params={
                "now": now_us,
                "lease_max": limits.JOB_LEASE_US,
                "park_attempts": limits.JOB_PARK_ATTEMPTS,
                "error": "the lease expired before a result came",
            },
            expect_rows=None,
        ),
        plan_error(now_us),
    )


def _fence(job: Job, now_us: int) -> dict[str, str | int | None]:
    return {
        "id": job.id,
        "owner": job.lease_owner,
        "token": job.lease_token,
        "generation": job.generation,
        "now": now_us,
        "lease_max": limits.JOB_LEASE_US,
    }
