"""Which batches one claim takes: the first one, or several that can be worked off together.

Input: the lanes of unresolved jobs, oldest first. Output: batches in the order in which they would
have been claimed one by one, so that nothing overtakes anything by going together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.jobs import Claimer, Job, JobKind, select_batch

if TYPE_CHECKING:
    from collections.abc import Iterable


def select_claims(
    lanes: Iterable[tuple[Job, ...]], claimer: Claimer, batches_max: int
) -> tuple[tuple[Job, ...], ...]:
    """Choose the first batches there are to claim, as if each was claimed when its turn came.

    Only what is tried for the first time has company: a job that took its worker with it takes no
    other batch along. Consolidations depend on each other, so one goes alone.
    """
    found: list[tuple[Job, ...]] = []
    for lane in lanes:
        rest = lane
        while batch := select_batch(rest, claimer):
            if found and not _goes_along(batch):
                return tuple(found)
            found.append(batch)
            if len(found) == batches_max or not _goes_along(batch):
                return tuple(found)
            rest = rest[len(batch) :]
    return tuple(found)


def _goes_along(batch: tuple[Job, ...]) -> bool:
    return batch[0].kind is JobKind.EXTRACTION and not any(job.attempt_count for job in batch)
