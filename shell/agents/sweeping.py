"""What sessions left open: found by their owners, and given up for interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.agents.turning import plan_sweep
from sayso.shell.agents.visiting import opened

if TYPE_CHECKING:
    from sayso.core.plans import Plan
    from sayso.core.project.ending import LeasedTurn
    from sayso.shell.agents.visiting import Visit
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


def open_turns(reading: Reading, owner_from: str, owner_to: str) -> tuple[LeasedTurn, ...]:
    """Read the open turns of a range of owners, newest first."""
    rows = reading.rows(
        "turns/open_of_owners",
        owner_from=owner_from,
        owner_to=owner_to,
        limit_rows=limits.HOOK_OPEN_TURNS_MAX,
    )
    if not rows:
        return ()
    from sayso.shell.store.turn_rows import leased_turn_of  # most sessions left none

    return tuple(map(leased_turn_of, rows))


def pending_jobs(store: Store) -> int:
    """Count the jobs that wait for a worker."""
    return int(store.look("jobs/open", thread_id=None)[0][0])


def end_session(visit: Visit) -> tuple[str, int]:
    """Give up what an ending session left open; it is told nothing."""
    with opened(visit) as store:
        if store is None or visit.is_trial:
            return "", 0
        give_up(visit, store)
        return "", pending_jobs(store)


def give_up(visit: Visit, store: Store) -> None:
    """Interrupt what the session of an event left open."""
    owner = visit.arrived.owner

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
        del guard
        return plan_sweep(open_turns(reading, owner, owner), visit.now_us), None

    store.transact(work, is_repeatable=True)
