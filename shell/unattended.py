"""The work of a detached worker: by the schedule, while something is due soon, and no longer.

Whatever goes wrong with a job is that job's, as for any worker. Whatever goes wrong with the store
ends this worker: the next hook starts another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.lingering import Leave, look_ahead
from sayso.core.rounds import allowance
from sayso.shell.checking import check_if_due
from sayso.shell.detached import WorkerLock
from sayso.shell.lanes import read_lanes
from sayso.shell.memory import Memory
from sayso.shell.settings import choose_model
from sayso.shell.store.opening import open_store
from sayso.shell.worker import count_open

if TYPE_CHECKING:
    from pathlib import Path

    from sayso.core.lingering import Stay
    from sayso.shell.ports import Ports
    from sayso.shell.settings import Settings


def work_unattended(project: Path, settings: Settings, ports: Ports) -> bool:
    """Be the one worker of a project's store until nothing is due soon; False if there is one.

    Raises NotFoundError where there is no store, OSError where the lock cannot be used, and what
    the settings, the opening and the store raise.
    """
    lock = WorkerLock(project)
    if not lock.take():
        return False
    try:
        model = choose_model(settings)
        store = open_store(project, ports, create_missing=False)
        with Memory(store, ports, model, settings.daily) as memory:
            _work(memory, lock)
    finally:
        lock.let_go()
    return True


def _work(memory: Memory, lock: WorkerLock) -> None:
    """Work and leave; what was committed while this worker was leaving is its own to see."""
    while True:
        left = work_while_due(memory)
        if left.due_us is not None:
            longest_us = memory.ports.clock.now_us() + limits.WORKER_REST_MAX_US
            lock.rest(count_open(memory.store)[0], min(left.due_us, longest_us))
        lock.let_go()
        if isinstance(_look_ahead(memory), Leave) or not lock.take():
            return


def work_while_due(memory: Memory) -> Leave:
    """Work off what is due, stay for what soon will be, and say why to leave.

    Between two looks it pauses for a second. Raises what the store raises.
    """
    worker, store, ports = memory.worker(), memory.store, memory.ports
    while True:
        worker.recover()
        if worker.steps(None, force=False):
            continue
        check_if_due(store, ports)
        store.cut_idly()
        ahead = _look_ahead(memory)
        if isinstance(ahead, Leave):
            return ahead
        ports.clock.sleep_us(limits.WORKER_POLL_US)


def _look_ahead(memory: Memory) -> Stay | Leave:
    everything = {**allowance(None), "thread_id": None}
    with memory.store.reading() as reading:
        return look_ahead(read_lanes(reading, everything), memory.ports.clock.now_us())
