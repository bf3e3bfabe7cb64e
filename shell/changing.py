"""Changes a user orders: forget a memory, start a new thread, clear everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core.items import ItemStatus
from sayso.core.outcome import is_failure
from sayso.core.project.forgetting import Forgetting, plan_forget
from sayso.core.project.lifecycle import plan_clear, plan_new_thread
from sayso.shell.errors import NotFoundError, RefusedError
from sayso.shell.finding import item_sources, newest_revision
from sayso.shell.store.rows import job_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.jobs import Job
    from sayso.core.outcome import Result
    from sayso.core.plans import Plan
    from sayso.shell.ports import Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


def forget(store: Store, ports: Ports, item_id: int) -> bool:
    """Forget an item on every surface; False when it was forgotten before (A58-A62).

    Raises NotFoundError for a number that does not exist.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, bool]:
        item = newest_revision(reading, item_id)
        how = Forgetting(
            scope_id=guard.scope_id,
            subject_key=guard.subject_key,
            by_turn_id=None,
            last_turn_id=reading.next_id("turns") - 1,
            forgotten_at_us=now_us,
            now_us=now_us,
        )
        plan = plan_forget(item, item_sources(reading, item_id), how)
        return plan, item.status is not ItemStatus.FORGOTTEN

    return store.transact(work)


def decide_job(
    store: Store, ports: Ports, job_id: int, decide: Callable[[Job, int], Result[Plan, str]]
) -> None:
    """Carry out the user's decision about a job: `plan_retry` or `plan_drop`.

    Raises NotFoundError for a number that does not exist, RefusedError where the job's state
    does not allow it.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, None]:
        del guard
        row = reading.row("jobs/by_id", id=job_id)
        if row is None:
            raise NotFoundError(f"there is no job j{job_id}", "'sayso status' shows parked jobs")
        plan = decide(job_of(row), now_us)
        if is_failure(plan):
            raise RefusedError(plan.failure(), "'sayso status' shows parked jobs")
        return plan.unwrap(), None

    store.transact(work)


def start_thread(store: Store, ports: Ports, expected_thread_id: int) -> int:
    """Archive the thread and start the next one; gives its number (A43-A47).

    Raises RefusedError when the active thread is not the expected one any more.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, int]:
        if guard.thread_id != expected_thread_id:
            raise RefusedError("another thread was started meanwhile", "look again and repeat")
        number = reading.next_id("threads")
        started_us = max(now_us, guard.latest_said_us)  # the clock may be wrong
        return plan_new_thread(guard.scope_id, guard.thread_id, number, started_us), number

    return store.transact(work)


def clear_store(store: Store, ports: Ports) -> int:
    """Delete everything in a healthy store and start its next generation (A63-A66)."""
    now_us = ports.clock.now_us()
    key = ports.ids.key()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, int]:
        number = reading.next_id("threads")
        return plan_clear(guard.scope_id, number, key, now_us), guard.generation + 1

    generation = store.transact(work)
    store.checkpoint()
    return generation
