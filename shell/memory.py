"""Memory: what a host program uses.

    with Memory.open(project_folder) as memory:
        with memory.turn("From now on answer in tables.") as turn:
            answer = ask_my_model(turn.history, turn.context, "From now on …")
            turn.finish(answer)
        memory.work()
        memory.search("tables")

Methods raise the exceptions of `sayso.shell.errors`. A degraded store can be opened: status,
show, export and clear work on it, everything else raises MemorySchemaError.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from sayso.core import limits
from sayso.core.catalog import Degraded, Healthy
from sayso.core.outcome import is_failure
from sayso.core.project.admission import Skipped, TurnRequest, check_session
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.project.parking import plan_drop, plan_retry
from sayso.core.turns import DEFAULT_SESSION
from sayso.shell import changing, exporting, finding, reporting
from sayso.shell.admitting import RecordedTurn, admit, begin_turn, record_turn
from sayso.shell.diagnosis import copied_store
from sayso.shell.errors import MemorySchemaError, RefusedError, RequestError
from sayso.shell.finding import parse_id, parse_job_id
from sayso.shell.heart import Heart
from sayso.shell.metered import MeteredModel
from sayso.shell.models.embedded import EmbeddedModel
from sayso.shell.ports import system_ports
from sayso.shell.store.opening import (
    find_project,
    open_in_memory,
    open_store,
)
from sayso.shell.turn import MemoryTurn

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from sayso.core.metering import DailyLimits
    from sayso.core.project.reading import Reading as ItemReading
    from sayso.core.search import Hit
    from sayso.shell.ports import Model, Ports
    from sayso.shell.store.store import Reading, Store
    from sayso.shell.worker import Step, Worker, WorkReport

T = TypeVar("T")


class Memory:
    """The memory of one project."""

    def __init__(self, store: Store, ports: Ports, model: Model) -> None:
        """Take over an open store; use `Memory.open` or `Memory.in_memory`."""
        self._store = store
        self._ports = ports
        self._model = model
        self._owner = f"host-{ports.ids.token()}"
        self.heart = Heart(store, ports)

    @classmethod
    def open(
        cls,
        folder: str | Path = ".",
        *,
        create: bool = True,
        model: Model | None = None,
        daily: DailyLimits | None = None,
        ports: Ports | None = None,
    ) -> Self:
        """Open the memory of the project that a folder belongs to.

        Without a model the embedded one serves; with daily limits its cost is counted and
        bounded. Raises NotFoundError for a missing folder, or for a missing store when `create`
        is False.
        """
        outside = ports or system_ports()
        store = open_store(find_project(Path(folder)), outside, create_missing=create)
        if model is None or isinstance(model, EmbeddedModel):
            return cls(store, outside, EmbeddedModel())
        return cls(store, outside, MeteredModel(model, store, outside, daily) if daily else model)

    @classmethod
    def in_memory(cls, *, model: Model | None = None, ports: Ports | None = None) -> Self:
        """Make a fresh memory that lives in this process only."""
        outside = ports or system_ports()
        return cls(open_in_memory(outside), outside, model or EmbeddedModel())

    def __enter__(self) -> Self:
        """Use the memory in a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the store; a second call does nothing."""
        self.heart.stop()
        self._store.close()

    @property
    def store(self) -> Store:
        """The open store, for services of this package."""
        return self._store

    @property
    def ports(self) -> Ports:
        """The clock and ids in use."""
        return self._ports

    @property
    def health(self) -> Healthy | Degraded:
        """The health found at opening."""
        return self._store.health

    def turn(
        self,
        text: str,
        *,
        intent: str = GENERAL_CHAT,
        session: str = DEFAULT_SESSION,
        lease_us: int = limits.TURN_LEASE_US,
    ) -> MemoryTurn:
        """Store the user's words and bind the request; use the result in a `with` block.

        The lease is how long (in microseconds) nobody else takes the request for dead; the usual
        one is renewed by itself while the block lasts. Raises RequestError for an empty text or
        an unknown intent.
        """
        admitted = admit(TurnRequest(user_text=text, intent=intent, session=session))
        if isinstance(admitted, Skipped):
            return MemoryTurn(self._store, self._ports, None)
        binding = begin_turn(self._store, self._ports, admitted, self._owner, lease_us)
        heart = self.heart if lease_us == limits.TURN_LEASE_US else None
        return MemoryTurn(self._store, self._ports, binding, admitted.tools, heart)

    def record(self, turn: RecordedTurn) -> int | None:
        """Store one whole turn; gives its number, or None for an intent without memory."""
        return record_turn(self._store, self._ports, turn, self._owner)

    def work(self, report: Callable[[Step], None] | None = None) -> WorkReport:
        """Work off what is due now, each job at most once, and report the counts."""
        return self.worker().drain(report=report)

    def worker(self) -> Worker:
        """Give a worker on this store, for a host that works in the background."""
        from sayso.shell.worker import Worker  # with it comes the whole gate: 0.1 s

        return Worker(self._store, self._ports, self._model)

    def context(self, session: str = DEFAULT_SESSION) -> finding.Context:
        """Give the history and routing context the next request of a session would get."""
        checked = check_session(session)
        if is_failure(checked):
            raise RequestError(checked.failure())
        return finding.read_context(self._store, self._place(session))

    def search(self, query: str) -> tuple[Hit, ...]:
        """Search memories: at most five hits, best first, none when nothing matches."""
        return finding.search(self._store, query, self._place())

    def read(self, memory_id: int | str) -> ItemReading:
        """Read an active memory with excerpts of the words that prove it."""
        return finding.read_memory(self._store, parse_id(memory_id), self._place())

    def list(self) -> tuple[finding.Listed, ...]:
        """List the usable memories, newest first."""
        place = self._place()
        with self._store.reading() as reading:
            return finding.list_memories(reading, place)

    def show(self, memory_id: int | str) -> finding.Shown:
        """Show a memory in any status, with all revisions and sources; works when degraded."""
        number = parse_id(memory_id)
        return self._diagnose(lambda reading: finding.show_memory(reading, number))

    def status(self) -> reporting.StatusReport:
        """Tell health, counts and the last error; works when degraded and changes nothing."""

        def look(reading: Reading) -> reporting.StatusReport:
            verdict = reporting.Verdict(health="healthy")
            if isinstance(self._store.health, Degraded):
                verdict = reporting.Verdict(health="degraded", findings=self._store.health.findings)
            return reporting.report_status(reading, verdict, self._model.name, self._store.path)

        return self._diagnose(look)

    def export(self, folder: str | Path | None = None) -> Path:
        """Write a RAW JSON snapshot and give its path; works when degraded."""
        if folder is None:
            if self._store.path is None:
                raise RequestError("a memory without a file needs a folder to export to")
            folder = self._store.path.parent / "exports"
        target = Path(folder)
        return self._diagnose(lambda reading: exporting.export_raw(reading, target, self._ports))

    def forget(self, memory_id: int | str) -> bool:
        """Forget a memory for good; False when it was forgotten before."""
        return changing.forget(self._store, self._ports, parse_id(memory_id))

    def retry_job(self, job_id: int | str) -> None:
        """Put a parked or waiting job back into its lane; raises RefusedError for any other."""
        changing.decide_job(self._store, self._ports, parse_job_id(job_id), plan_retry)

    def drop_job(self, job_id: int | str) -> None:
        """Give a job up for good; its RAW turn stays. Raises RefusedError while it runs."""
        changing.decide_job(self._store, self._ports, parse_job_id(job_id), plan_drop)

    def new_thread(self) -> int:
        """Give the old thread's jobs one chance, then start a new thread; gives its number."""
        expected = self._place().thread_id
        self.worker().drain(thread_id=expected)
        return changing.start_thread(self._store, self._ports, expected)

    def clear(self, *, confirm: bool) -> int:
        """Delete everything and start over; gives the new generation. Works when degraded."""
        if not confirm:
            raise RequestError("clear deletes all memory", "confirm it with --confirm")
        if isinstance(self._store.recheck(), Healthy):
            try:
                return changing.clear_store(self._store, self._ports)
            except MemorySchemaError as error:
                self._store.health = Degraded(findings=(error.message,))
        path = self._store.path
        if path is None:
            raise RefusedError("this memory has no file to reset")
        self._store.close()
        generation = changing.reset_damaged(path, self._ports)
        self._store = open_store(path.parent.parent, self._ports, create_missing=False)
        self.heart = Heart(self._store, self._ports)
        return generation

    def _place(self, session: str = DEFAULT_SESSION) -> finding.Place:
        with self._store.reading() as reading:
            guard = reading.guard()
        return finding.Place(scope_id=guard.scope_id, thread_id=guard.thread_id, session=session)

    def _diagnose(self, look: Callable[[Reading], T]) -> T:
        """Read from the store while it is healthy, else from a copy that nothing is trusted of."""
        if isinstance(self._store.recheck(), Healthy):
            try:
                with self._store.reading() as reading:
                    return look(reading)
            except MemorySchemaError as error:
                self._store.health = Degraded(findings=(error.message,))
        if self._store.path is None:
            raise MemorySchemaError("this memory has no file that could be looked at")
        self._store.close()
        with copied_store(self._store.path) as diagnosis:
            return look(diagnosis)
