"""Works off several batches with one commit, for a model that answers at once.

Each batch stays fenced by itself: one that came too late or to nothing undoes no other. Batches of
a lane go in their order, so the first that fails leaves those behind it to a later claim.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.jobs import plan_release
from sayso.core.outcome import Failure
from sayso.shell.errors import MemorySchemaError

if TYPE_CHECKING:
    from sayso.core.jobs import Job
    from sayso.core.outcome import Result
    from sayso.core.plans import Plan
    from sayso.core.project.keeping import Kept
    from sayso.shell.stages import Ready, Stages

    Outcome = Result[Kept, Exception]

Batch = tuple["Job", ...]


def extract_together(
    stages: Stages, batches: tuple[Batch, ...]
) -> tuple[tuple[Batch, Outcome], ...]:
    """Run stage 1 on claimed batches; gives those that were worked on with what each came to.

    The others are free again: they stand behind one that failed, or the group is full.
    """
    ready, failed = _prepared(stages, batches)
    chains = [list(chain) for _, chain in groupby(ready, key=lambda one: _lane(one.jobs))]
    told = list(failed)
    for chain, outcomes in zip(chains, stages.commit_together(chains), strict=True):
        told += zip((one.jobs for one in chain), outcomes, strict=False)
    done = {jobs[0].id for jobs, _ in told}
    _release(stages, tuple(jobs for jobs in batches if jobs[0].id not in done))
    return tuple(sorted(told, key=lambda one: _place(batches, one[0])))


def _prepared(
    stages: Stages, batches: tuple[Batch, ...]
) -> tuple[list[Ready], list[tuple[Batch, Outcome]]]:
    """Ask about one batch after the other, up to the first that fails or the bounds of a group.

    What a batch makes of the summary is what the next one of its thread starts from.
    """
    started_us = stages.ports.clock.now_us()
    ready: list[Ready] = []
    summaries: dict[int, str] = {}
    chars = 0
    for jobs in batches:
        took_us = stages.ports.clock.now_us() - started_us
        if took_us > limits.EXTRACTION_GROUP_US or chars > limits.EXTRACTION_GROUP_CHARS:
            break
        thread_id = jobs[0].thread_id
        try:
            one = stages.prepare(jobs, summaries.get(thread_id))
        except MemorySchemaError:
            raise
        except Exception as error:  # noqa: BLE001 - one batch's fault must not stop the others
            return ready, [(jobs, Failure(error))]
        summaries[thread_id] = one.compaction
        chars += one.chars
        ready.append(one)
    return ready, []


def _release(stages: Stages, batches: tuple[Batch, ...]) -> None:
    """Put batches back that nobody has worked on."""
    now_us = stages.ports.clock.now_us()
    plan: Plan = tuple(plan_release(job, now_us) for jobs in batches for job in jobs)
    if plan:
        stages.store.transact(lambda _reading, _guard: (plan, None), is_repeatable=True)


def _lane(jobs: Batch) -> tuple[int, str]:
    return jobs[0].thread_id, jobs[0].session


def _place(batches: tuple[Batch, ...], jobs: Batch) -> int:
    return batches.index(jobs)
