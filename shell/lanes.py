"""Reads the lanes of unresolved jobs, a few at a time, inside whatever transaction is open."""

from __future__ import annotations

from itertools import groupby, takewhile
from operator import itemgetter
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.claims import select_claims
from sayso.shell.store.job_rows import job_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sayso.core.jobs import Claimer, Job
    from sayso.core.plans import Value
    from sayso.shell.store.reading import Reading
    from sayso.shell.store.rows import Row

LANES_PER_LOOK = 8


def find_batches(
    reading: Reading, narrowed: Mapping[str, Value], claimer: Claimer, batches_max: int
) -> tuple[tuple[Job, ...], ...]:
    """Look through the lanes, oldest first; extraction goes before consolidation."""
    return select_claims(read_lanes(reading, narrowed, batches_max), claimer, batches_max)


def read_lanes(
    reading: Reading, narrowed: Mapping[str, Value], batches_max: int = 1
) -> Iterator[tuple[Job, ...]]:
    """Give each lane's first jobs in order: lanes of extraction first, then the serial one."""
    after_id = 0
    while True:
        rows = reading.rows(
            "jobs/lanes",
            after_id=after_id,
            limit_lanes=LANES_PER_LOOK,
            limit_jobs=limits.EXTRACTION_BATCH_TURNS * batches_max,
            **narrowed,
        )
        lanes = {head: _lane(members) for head, members in groupby(rows, itemgetter(0))}
        yield from lanes.values()
        if len(lanes) < LANES_PER_LOOK:
            break
        after_id = max(lanes)
    serial = reading.row("jobs/serial", **narrowed)
    if serial is not None:
        yield (job_of(serial),)


def _lane(rows: Iterable[Row]) -> tuple[Job, ...]:
    """Give a lane up to the first job that the round may not take: order goes before company."""
    return tuple(job_of(row[2:]) for row in takewhile(itemgetter(1), rows))
