"""What one commit may do to jobs (invariants 8, 10-13, 21, 22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.limits import JOB_LEASE_US, JOB_PARK_ATTEMPTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.sim.change import Change
    from tests.sim.rows import Job

DONE = frozenset({"succeeded", "succeeded_no_output"})
FINAL = DONE | {"dropped"}
WAITING = frozenset({"pending", "retry_wait"})
SET_BACK = frozenset({"retry_wait", "parked"})


def finished_in(change: Change) -> list[Job]:
    """Give the jobs that this commit closes as done."""
    before, after = change.before.jobs, change.after.jobs
    return [
        job
        for job in after.values()
        if job.status in DONE and job.id in before and before[job.id].status not in DONE
    ]


def job_faults(change: Change) -> Iterator[str]:
    """Check every job that came, went or changed, and what must hold of all of them."""
    before, after = change.before.jobs, change.after.jobs
    for number in after.keys() - before.keys():
        yield from _birth_faults(change, after[number])
    if before.keys() - after.keys() and not change.clears:
        yield f"10: {change.deed.kind} removed jobs"
    if change.clears and after:
        yield "13: jobs outlived a clear"
    for number in before.keys() & after.keys():
        if before[number] != after[number]:
            yield from _change_faults(change, before[number], after[number])
    for job in after.values():
        yield from _standing_faults(change, job)


def _birth_faults(change: Change, job: Job) -> Iterator[str]:
    name = f"j{job.id} ({job.kind})"
    if job.id <= change.truth.high_water.get("memory_jobs", 0):
        yield f"T05: {name} is a number that was given out before"
    if job.status != "pending" or job.attempts or job.token:
        yield f"12: {name} was born {job.status}"
    if job.kind == "consolidation":
        if not any(one.kind == "extraction" for one in finished_in(change)):
            yield f"11: {name} comes of nothing"
        return
    turn = change.after.turns.get(job.turn_id or 0)
    if turn is None or turn.state == "open":
        yield f"11: {name} is about a turn that has not ended"
    twins = [one for one in change.after.jobs.values() if one.turn_id == job.turn_id]
    if len(twins) > 1:
        yield f"10: t{job.turn_id} has {len(twins)} extraction jobs"


def _standing_faults(change: Change, job: Job) -> Iterator[str]:
    name = f"j{job.id}"
    is_leased = job.status == "leased"
    if is_leased != (job.owner is not None) or is_leased != (job.until_us is not None):
        yield f"12: {name} is {job.status} with the owner {job.owner}"
    meta = change.after.meta
    if meta is not None and job.generation != meta.generation and job.status not in FINAL:
        yield f"8: {name} is of generation {job.generation}, the store of {meta.generation}"
    if job.attempts > JOB_PARK_ATTEMPTS:
        yield f"21: {name} was tried {job.attempts} times"


def _change_faults(change: Change, old: Job, new: Job) -> Iterator[str]:
    """Check one changed job by what became of it."""
    name = f"j{old.id}"
    if new.token < old.token:
        yield f"13: the token of {name} fell"
    fixed = ("kind", "thread_id", "session", "turn_id", "payload", "generation")
    if any(getattr(old, key) != getattr(new, key) for key in fixed):
        yield f"10: {name} was changed"
    if old.status in FINAL:
        yield f"10: {name} was {old.status} and is {new.status}"
    elif new.status == "leased" and old.status in WAITING:
        yield from _claim_faults(change, old, new)
    elif old.status == "leased":
        yield from _release_faults(change, old, new)
    elif not _is_decided(change, old, new) and old._replace(error=new.error) != new:
        yield f"10: {name} went from {old.status} to {new.status} in {change.deed.kind}"


def _is_decided(change: Change, old: Job, new: Job) -> bool:
    """Tell whether the user's own decision about this job explains what became of it."""
    decided = {"retry": "pending", "drop": "dropped"}.get(change.deed.kind)
    return decided == new.status and change.deed.job_id == old.id


def _claim_faults(change: Change, old: Job, new: Job) -> Iterator[str]:
    name = f"j{old.id}"
    if not change.deed.works:
        yield f"12: {change.deed.kind} claimed {name}"
    if (new.token, new.attempts) != (old.token + 1, old.attempts + 1):
        yield f"13: the claim of {name} did not count"
    if (new.until_us or 0) > change.now_us + JOB_LEASE_US:
        yield f"22: the lease of {name} lasts too long"
    change.process.claims[new.id] = new.token


def _release_faults(change: Change, old: Job, new: Job) -> Iterator[str]:
    """A leased job is ended or sent back by its holder in time, or returned when time is over."""
    name = f"j{old.id}"
    until = old.until_us or 0
    holds = change.now_us < until <= change.now_us + JOB_LEASE_US
    is_mine = change.process.claims.get(old.id) == old.token
    if not holds and _is_decided(change, old, new):
        return  # its worker has died over it, and the user decides
    if not change.deed.works:
        yield f"12: {change.deed.kind} released {name}"
    if new.status in DONE and not (holds and is_mine):
        yield f"11: {name} was done by somebody whose lease was lost"
    if new.status in SET_BACK and holds and not is_mine:
        yield f"12: {name} was taken from its holder"
    if new.status == "leased":
        yield from _renewal_faults(change, new, is_held=holds and is_mine)
    elif new.status == "pending":
        yield from _return_faults(old, new, is_held=holds and is_mine)
    elif new.status not in DONE | SET_BACK:
        yield f"12: {name} went from leased to {new.status}"


def _return_faults(old: Job, new: Job, *, is_held: bool) -> Iterator[str]:
    """Its holder may put a job back that it has not worked on, as if it had not claimed it."""
    name = f"j{old.id}"
    if not is_held:
        yield f"12: {name} was put back by somebody who lost it"
    if (new.token, new.attempts) != (old.token, old.attempts - 1):
        yield f"13: {name} was put back with another token, or counted all the same"


def _renewal_faults(change: Change, new: Job, *, is_held: bool) -> Iterator[str]:
    if not is_held:
        yield f"12: the lease of j{new.id} was renewed by somebody who lost it"
    if (new.until_us or 0) > change.now_us + JOB_LEASE_US:
        yield f"22: the lease of j{new.id} lasts too long"
