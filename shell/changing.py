"""Changes a user orders: forget a memory, start a new thread, clear everything.

Each may carry the key of an operation id; then a repetition gives the first answer again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sayso.core.items import ItemStatus
from sayso.core.outcome import is_failure
from sayso.core.project.forgetting import Forgetting, plan_forget
from sayso.core.project.lifecycle import plan_clear, plan_new_thread
from sayso.core.recent import let_go
from sayso.shell.errors import MemoryStorageError, NotFoundError, RefusedError
from sayso.shell.finding import newest_revision
from sayso.shell.operations import find_answer, transact_once
from sayso.shell.proof import item_sources
from sayso.shell.store.job_rows import job_of
from sayso.shell.striking import struck_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from sayso.core.jobs import Job
    from sayso.core.outcome import Result
    from sayso.core.plans import Plan
    from sayso.core.project.requests import OperationKey
    from sayso.shell.ports import Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


FORGOTTEN: Final = "forgotten"
FORGOTTEN_BEFORE: Final = "forgotten before"
DECIDED: Final = "done"


def forget(store: Store, ports: Ports, item_id: int, key: OperationKey | None = None) -> bool:
    """Forget an item on every surface; False when it was forgotten before (A58-A62).

    Raises NotFoundError for a number that does not exist.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
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
        is_new = item.status is not ItemStatus.FORGOTTEN
        return struck_out(reading, plan), FORGOTTEN if is_new else FORGOTTEN_BEFORE

    answer = transact_once(store, key, now_us, work)
    let_go()
    return answer == FORGOTTEN


def decide_job(
    store: Store,
    ports: Ports,
    job_id: int,
    decide: Callable[[Job, int], Result[Plan, str]],
    key: OperationKey | None = None,
) -> None:
    """Carry out the user's decision about a job: `plan_retry` or `plan_drop`.

    Raises NotFoundError for a number that does not exist, RefusedError where the job's state
    does not allow it.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
        del guard
        row = reading.row("jobs/by_id", id=job_id)
        if row is None:
            raise NotFoundError(f"there is no job j{job_id}", "'sayso status' shows parked jobs")
        plan = decide(job_of(row), now_us)
        if is_failure(plan):
            raise RefusedError(plan.failure(), "'sayso status' shows parked jobs")
        return plan.unwrap(), DECIDED

    transact_once(store, key, now_us, work)


def find_started(store: Store, key: OperationKey | None) -> int | None:
    """Give the number of the thread that was started under an operation id before, or None."""
    if key is None:
        return None
    with store.reading() as reading:
        told = find_answer(reading, key)
    return None if told is None else int(told)


def start_thread(
    store: Store, ports: Ports, expected_thread_id: int, key: OperationKey | None = None
) -> int:
    """Archive the thread and start the next one; gives its number (A43-A47).

    Raises RefusedError when the active thread is not the expected one any more.
    """
    now_us = ports.clock.now_us()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
        if guard.thread_id != expected_thread_id:
            raise RefusedError("another thread was started meanwhile", "look again and repeat")
        number = reading.next_id("threads")
        started_us = max(now_us, guard.latest_said_us)  # the clock may be wrong
        return plan_new_thread(guard.scope_id, guard.thread_id, number, started_us), str(number)

    return int(transact_once(store, key, now_us, work))


def clear_store(store: Store, ports: Ports, operation: OperationKey | None = None) -> int:
    """Delete everything in a healthy store and start its next generation (A63-A66)."""
    now_us = ports.clock.now_us()
    key = ports.ids.key()

    def work(reading: Reading, guard: Guarded) -> tuple[Plan, str]:
        number = reading.next_id("threads")
        return plan_clear(guard.scope_id, number, key, now_us), str(guard.generation + 1)

    generation = int(transact_once(store, operation, now_us, work))
    _cut_log(store)
    return generation


def _cut_log(store: Store) -> None:
    """Let no deleted text stay in the log; a disk that failed gets a second chance."""
    try:
        store.checkpoint()
    except MemoryStorageError:
        try:
            store.checkpoint()
        except MemoryStorageError as error:
            raise MemoryStorageError(
                f"memory is cleared, but its text is not cut from the log yet: {error.message}",
                "clear it once more on a sound disk",
            ) from error
