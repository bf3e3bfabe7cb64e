"""The worker: claim a batch, ask the model, commit the result; one round, or until stopped.

No transaction is open while the model is asked (A231). A commit passes the fence of owner, token,
generation and lease, or changes nothing. Whatever goes wrong with a job sends that job to its
retry and nothing else with it; whatever goes wrong with the store costs a watching worker one
poll, never its life (A241).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING

from sayso.core import limits
from sayso.core.diagnostics import bound_error, describe
from sayso.core.jobs import (
    Claimer,
    Job,
    JobKind,
    Setback,
    claimed,
    plan_claim,
    plan_error,
    plan_failure,
    plan_recovery,
)
from sayso.core.outcome import is_failure
from sayso.core.recent import let_go
from sayso.core.rounds import Drain, allowance, record_failure, record_success
from sayso.shell.admitting import recover_turns
from sayso.shell.checking import check_if_due
from sayso.shell.errors import (
    MemorySchemaError,
    SaysoError,
    StageFaultError,
    StalePlanError,
)
from sayso.shell.fences import hold_token, transact_fenced
from sayso.shell.groups import extract_together
from sayso.shell.lanes import find_batches
from sayso.shell.reindexing import catch_up
from sayso.shell.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sayso.core.plans import Plan, Value
    from sayso.core.project.keeping import Kept
    from sayso.core.project.merging import Merged
    from sayso.shell.ports import Model, Ports
    from sayso.shell.store.reading import Guarded, Reading
    from sayso.shell.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one claimed batch came to. `stale` results came too late and changed nothing."""

    jobs: tuple[Job, ...]
    kept: Kept | None = None
    merged: Merged | None = None
    error: str | None = None
    stale: bool = False
    model_failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkReport:
    """Job counts of a drain, with every step in order; `pending` is what is left unresolved."""

    processed: int
    succeeded: int
    failed: int
    pending: int
    steps: tuple[Step, ...] = field(default=())

    @property
    def model_failed(self) -> bool:
        """Whether any job failed because the model or the network did."""
        return any(step.model_failed for step in self.steps)


class Worker:
    """Works off one store's jobs with one model."""

    def __init__(self, store: Store, ports: Ports, model: Model) -> None:
        """Draw a fresh owner name, so that no other worker is mistaken for this one."""
        self._store = store
        self._ports = ports
        self._stages = Stages(store, ports, model)
        self._owner = f"worker-{ports.ids.token()}"

    def recover(self) -> None:
        """Interrupt abandoned turns, free expired leases (A282-A285), and index what is behind."""
        recover_turns(self._store, self._ports)
        now_us = self._ports.clock.now_us()
        lost = self._store.look("jobs/recoverable", now=now_us, lease_max=limits.JOB_LEASE_US)
        if lost[0][0]:
            self._store.transact(
                lambda _reading, _guard: (plan_recovery(now_us), None), is_repeatable=True
            )
        catch_up(self._store)

    def drain(
        self,
        thread_id: int | None = None,
        report: Callable[[Step], None] | None = None,
        is_enough: Callable[[Step], bool] | None = None,
    ) -> WorkReport:
        """Try every job that is unresolved now, and its children, at most once each (A288-A293).

        A step after which it is enough is the last one; the other jobs stay as they are.
        """
        self.recover()
        round_ = Drain(upto_id=count_open(self._store, thread_id)[1])
        steps: list[Step] = []
        most = limits.EXTRACTION_GROUP_BATCHES if is_enough is None else 1
        while some := self.steps(round_, force=True, thread_id=thread_id, batches_max=most):
            for step in some:
                steps.append(step)
                round_ = _after(round_, step)
                if report is not None:
                    report(step)
            if is_enough is not None and is_enough(some[-1]):
                break
        if thread_id is None:
            check_if_due(self._store, self._ports)
            if not steps:
                self._store.cut_idly()
        let_go()  # no word stays for longer than a round
        pending = count_open(self._store, thread_id)[0]
        return WorkReport(
            processed=round_.processed,
            succeeded=round_.succeeded,
            failed=round_.failed,
            pending=pending,
            steps=tuple(steps),
        )

    def watch(
        self,
        is_stopped: Callable[[], bool],
        report: Callable[[Step], None],
        pause: Callable[[], object] | None = None,
    ) -> None:
        """Work until told to stop, by the natural schedule; a fault of the store costs one poll.

        Between two looks at an idle store it pauses, by itself for a second. Only `is_stopped`,
        the end of the memory, and what the callables or an interruption raise end this.
        """
        rest = pause or (lambda: self._ports.clock.sleep_us(limits.WORKER_POLL_US))
        while not (is_stopped() or self._store.is_closed):
            steps = self._poll()
            for step in steps:
                report(step)
            if not any(step.jobs for step in steps):
                rest()

    def _poll(self) -> tuple[Step, ...]:
        try:
            self.recover()
            steps = self.steps(None, force=False)
            if not steps:
                check_if_due(self._store, self._ports)
                self._store.cut_idly()
            return steps
        except SaysoError as error:
            return (Step(jobs=(), error=error.message),)
        except Exception as error:  # noqa: BLE001 - nothing that passes may end a daemon (A241)
            return (Step(jobs=(), error=describe(error)),)

    def step(
        self, round_: Drain | None, *, force: bool, thread_id: int | None = None
    ) -> Step | None:
        """Claim one batch and work it off; None when nothing is due.

        A round and a thread narrow what may be claimed; None narrows nothing.
        """
        steps = self.steps(round_, force=force, thread_id=thread_id, batches_max=1)
        return steps[0] if steps else None

    def steps(
        self,
        round_: Drain | None,
        *,
        force: bool,
        thread_id: int | None = None,
        batches_max: int = limits.EXTRACTION_GROUP_BATCHES,
    ) -> tuple[Step, ...]:
        """Claim what goes together and work it off, as `step` does with one batch.

        Only a model that answers at once gets several batches: all that are done are committed
        together. No step means that nothing is due.
        """
        most = batches_max if self._stages.answers_at_once else 1
        batches = self._claim({**allowance(round_), "thread_id": thread_id}, most, force=force)
        if len(batches) < 2:
            return tuple(map(self._work_off, batches))
        return tuple(
            self._came_to_nothing(jobs, told.failure())
            if is_failure(told)
            else Step(jobs=jobs, kept=told.unwrap())
            for jobs, told in extract_together(self._stages, batches)
        )

    def _work_off(self, jobs: tuple[Job, ...]) -> Step:
        try:
            if jobs[0].kind is JobKind.EXTRACTION:
                return Step(jobs=jobs, kept=self._stages.extract(jobs))
            return Step(jobs=jobs, merged=self._stages.consolidate(jobs[0]))
        except MemorySchemaError:
            raise
        except Exception as error:  # noqa: BLE001 - one job's fault must not stop the others
            return self._came_to_nothing(jobs, error)

    def _came_to_nothing(self, jobs: tuple[Job, ...], error: Exception) -> Step:
        match error:
            case StalePlanError():
                return Step(jobs=jobs, stale=True)
            case StageFaultError():
                return self._fail(jobs, error)
            case _:
                return self._fail(jobs, StageFaultError(describe(error)))

    def _claim(
        self, narrowed: Mapping[str, Value], batches_max: int, *, force: bool
    ) -> tuple[tuple[Job, ...], ...]:
        now_us = self._ports.clock.now_us()
        claimer = Claimer(owner=self._owner, now_us=now_us, force=force)

        mine: tuple[tuple[Job, ...], ...] = ()

        def work(reading: Reading, guard: Guarded) -> tuple[Plan, tuple[tuple[Job, ...], ...]]:
            nonlocal mine
            del guard
            batches = find_batches(reading, narrowed, claimer, batches_max)
            mine = tuple(tuple(claimed(job, claimer) for job in batch) for batch in batches)
            return tuple(chain.from_iterable(plan_claim(one, claimer) for one in batches)), mine

        def is_saved(reading: Reading) -> bool:
            return hold_token(reading, tuple(chain.from_iterable(mine)), leased=True)

        return transact_fenced(self._store, work, is_saved)

    def _fail(self, jobs: tuple[Job, ...], fault: StageFaultError) -> Step:
        """Record the failure under the same fence; one that comes too late is swallowed."""
        now_us = self._ports.clock.now_us()
        text = bound_error(fault.message)
        cause = fault.fault
        wait_us = None if cause is None else cause.retry_after_us
        setback = Setback(
            error=text,
            retry_at_us=None if wait_us is None else now_us + wait_us,
            checkpoint=fault.checkpoint,
            is_counted=cause is None or cause.is_asked,
        )
        plan = (
            plan_failure(jobs[0], setback, now_us),
            *(plan_failure(job, replace(setback, checkpoint=None), now_us) for job in jobs[1:]),
            plan_error(now_us),
        )
        try:
            transact_fenced(
                self._store,
                lambda _reading, _guard: (plan, None),
                lambda reading: hold_token(reading, jobs, leased=False),
            )
        except StalePlanError:
            return Step(jobs=jobs, stale=True)
        return Step(jobs=jobs, error=text, model_failed=cause is not None)


def count_open(store: Store, thread_id: int | None = None) -> tuple[int, int]:
    """Count the unresolved jobs, of one thread or all, and name the newest (0 for none)."""
    row = store.look("jobs/open", thread_id=thread_id)[0]
    return row[0], row[1]


def _after(round_: Drain, step: Step) -> Drain:
    ids = tuple(job.id for job in step.jobs)
    if step.error is not None or step.stale:
        return record_failure(round_, ids)
    return record_success(round_, ids, None if step.kept is None else step.kept.consolidation_id)
