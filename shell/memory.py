"""Memory: what a host program uses.

    with Memory.open(project_folder) as memory:
        with memory.turn("From now on answer in tables.") as turn:
            answer = ask_my_model(turn.history, turn.context, "From now on …")
            turn.finish(answer)
        memory.work()
        memory.search("tables")

Everything a host hands in or gets is a plain value or a frozen record; what cannot be done raises
an exception of the tree in `sayso.shell.errors`. docs/library.md tells how to embed it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Self

from sayso.core import limits
from sayso.core.ids import NOTE
from sayso.core.metering import DailyLimits
from sayso.core.project.admission import Skipped, TurnRequest
from sayso.core.project.intents import GENERAL_CHAT
from sayso.core.project.parking import plan_drop, plan_retry
from sayso.core.turns import DEFAULT_SESSION
from sayso.shell import changing, recovery
from sayso.shell.admitting import Lease, RecordedTurn, admit, begin_turn, record_turn
from sayso.shell.errors import MemorySchemaError, RefusedError, RequestError, SaysoError
from sayso.shell.finding import parse_id, parse_job_id
from sayso.shell.gaps import mark_gap
from sayso.shell.given import hearer_of, one_of, path_of
from sayso.shell.looks import Looks
from sayso.shell.operations import key_of
from sayso.shell.ports import Ports, system_ports
from sayso.shell.reindexing import catch_up
from sayso.shell.store.opening import find_project, open_in_memory, open_store
from sayso.shell.turn import MemoryTurn

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sayso.core.project.proposing import Proposed
    from sayso.shell.background import Background
    from sayso.shell.backing_up import Backup
    from sayso.shell.ports import Model
    from sayso.shell.worker import Step, Worker, WorkReport


class Memory(Looks):
    """The memory of one project.

    Numbers: a memory, job or turn is an integer, and `m12`, `j3`, `t40` is how people write it;
    methods that name one take either. Names ending in `_us` are microseconds: times are since the
    epoch in UTC, leases are durations. Lengths in characters count code points.

    Errors: a store can be opened degraded; then `status`, `show`, `export` and `clear` work and
    everything else raises MemorySchemaError. Any method raises MemoryStorageError when the disk or
    SQLite fails, or when another process holds the store for 15 seconds; nothing is written then,
    but for UnknownCommitError, after which it may be. What a method raises besides stands there.

    Threads may share one Memory. A forked process must open its own.
    """

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

        The store is `.sayso/memory.db` of the nearest folder going up that has one, else of the
        git root, else of the folder itself. Without a model the embedded rules serve. A model is
        counted and bounded per UTC day: by `daily`, else at 2,000 calls and 5,000,000 tokens.

        Raises NotFoundError for a missing folder, or for a missing store when `create` is False,
        ForeignStoreError for a file that is no store of ours, and RequestError for a folder, model
        or limits that are none.
        """
        start = path_of(folder, "the project folder")
        outside = _checked(model, daily, ports)
        store = open_store(
            find_project(start), outside, create_missing=one_of(create, bool, "create")
        )
        with suppress(SaysoError):  # a store that cannot be written to is open; status tells
            catch_up(store, limits.REINDEX_INLINE_MAX)
        return cls(store, outside, model, daily)

    @classmethod
    def in_memory(
        cls,
        *,
        model: Model | None = None,
        daily: DailyLimits | None = None,
        ports: Ports | None = None,
    ) -> Self:
        """Make a fresh memory that lives in this process only; a model is bounded as by `open`."""
        outside = _checked(model, daily, ports)
        return cls(open_in_memory(outside), outside, model, daily)

    def turn(
        self,
        text: str,
        *,
        intent: str = GENERAL_CHAT,
        session: str = DEFAULT_SESSION,
        lease_us: int = limits.TURN_LEASE_US,
        op_id: str | None = None,
    ) -> MemoryTurn:
        """Store the user's words and bind the request; use the result in a `with` block.

        The words are on disk when this returns: 1 byte to 8 MiB of UTF-8. The intent is one of
        `core/project/intents.py`. A session of at most 200 characters keeps conversations that run
        side by side apart; a request that memory keeps out of parts what follows in its session
        from what stood before. The lease, up to 12 hours, is how long nobody else takes the request
        for dead; the usual 120 s are renewed by themselves while the block lasts.

        Begun again under its operation id, a request gets the turn it has: an open one with a
        fresh lease, an answered one with its `answer`.

        Raises RequestError for a text, intent, session, lease or operation id that cannot be used,
        RefusedError for an operation id that stands for another request or for a failed turn,
        NotFoundError for one whose turn was cleared.
        """
        self._store.check_open()
        admitted = admit(TurnRequest(user_text=text, intent=intent, session=session))
        if isinstance(admitted, Skipped):
            mark_gap(self._store, session)
            return MemoryTurn(self._store, self._ports, None, admitted.policy)
        lease = Lease(owner=self._owner, duration_us=lease_us)
        begun = begin_turn(self._store, self._ports, admitted, lease, op_id)
        heart = self.heart if lease_us == limits.TURN_LEASE_US else None
        return MemoryTurn(self._store, self._ports, begun, admitted.policy, heart)

    def record(self, turn: RecordedTurn) -> int | None:
        """Store one whole turn; gives its number, or None for an intent without memory.

        Under an operation id a repetition gives the same number and stores nothing.

        Raises RequestError for what cannot be stored, RefusedError for an operation id that was
        used for something else.
        """
        self._store.check_open()
        whole = one_of(turn, RecordedTurn, "the turn")
        return record_turn(self._store, self._ports, whole, self._owner)

    def propose(self, quote: str) -> Proposed:
        """Judge an exact slice of what the user said, for what an agent holds to be lasting.

        Only words of the active thread's turns count, the open one included; kind and title come
        from them and never from who proposes. What passes is a memory once `work` has merged it.

        Raises RequestError for an empty quote, or one of over 2,000 characters.
        """
        self._store.check_open()
        from sayso.shell.proposing import propose  # with it comes the whole gate: 0.1 s

        return propose(self._store, self._ports, quote)

    def work(self, report: Callable[[Step], None] | None = None) -> WorkReport:
        """Work off the jobs there are now, each at most once, and report the counts.

        `report` sees each step as it is done. A job that fails is counted and tried again later;
        no exception tells of it, but `status` and the report's `model_failed` do.
        """
        return self.worker().drain(report=hearer_of(report, "report"))

    def worker(self) -> Worker:
        """Give a worker on this store, for a host that works in the background."""
        self._store.check_open()
        from sayso.shell.worker import Worker  # with it comes the whole gate: 0.1 s

        return Worker(self._store, self._ports, self._asked_model())

    def background(self, report: Callable[[Step], None] | None = None) -> Background:
        """Give a worker in a thread of its own, for a `with` block; `report` hears of each step.

        Call `work` after it, for what is still due when the host ends.
        """
        from sayso.shell.background import Background

        return Background(self.worker(), hearer_of(report, "report"))

    def backup(self, file: str | Path, report: Callable[[int, int], None] | None = None) -> Backup:
        """Copy the whole store to a new SQLite file while others write, and tell what it holds.

        `sayso.restore` puts it back. `report` sees how many pages are copied, and of how many.

        Raises RefusedError where something has that name,
        NotFoundError without its folder, MemorySchemaError for a degraded store.
        """
        from sayso.shell.backing_up import back_up  # with it come checks that few hosts need

        return back_up(self._store, path_of(file, "the backup"), self._ports, report)

    def forget(self, memory_id: int | str, *, op_id: str | None = None) -> bool:
        """Forget a memory for good; True when this call did it, False when it was done before.

        A note of another memory product, such as `n3`, is emptied for good.

        Raises RequestError for what is no id, NotFoundError for an unknown one, RefusedError for
        an operation id that stands for another request.
        """
        if isinstance(memory_id, str) and memory_id.startswith(NOTE):
            from sayso.shell.noting import forget_note, parse_note_id

            note = parse_note_id(memory_id)
            key = key_of(op_id, "forget", f"{NOTE}{note}")
            return forget_note(self._store, self._ports, note, key)
        number = parse_id(memory_id)
        key = key_of(op_id, "forget", str(number))
        return changing.forget(self._store, self._ports, number, key)

    def retry_job(self, job_id: int | str, *, op_id: str | None = None) -> None:
        """Put a parked or waiting job back into its lane.

        Raises RequestError for what is no id, NotFoundError for an unknown one, RefusedError for
        a job in any other state or an operation id that stands for another request.
        """
        number = parse_job_id(job_id)
        key = key_of(op_id, "retry", str(number))
        changing.decide_job(self._store, self._ports, number, plan_retry, key)

    def drop_job(self, job_id: int | str, *, op_id: str | None = None) -> None:
        """Give a job up for good; its RAW turn stays.

        Raises RequestError for what is no id, NotFoundError for an unknown one, RefusedError for
        a job that runs or is over or an operation id that stands for another request.
        """
        number = parse_job_id(job_id)
        key = key_of(op_id, "drop", str(number))
        changing.decide_job(self._store, self._ports, number, plan_drop, key)

    def new_thread(
        self, report: Callable[[Step], None] | None = None, *, op_id: str | None = None
    ) -> int:
        """Give the old thread's jobs one chance, then start a new thread; gives its number.

        `report` hears of each step; a job that failed is tried again later like any other.

        Raises RefusedError when somebody else started one meanwhile, or for an operation id that
        stands for another request.
        """
        key = key_of(op_id, "new")
        started = changing.find_started(self._store, key)
        if started is not None:
            return started
        expected = self._place().thread_id
        self.worker().drain(thread_id=expected, report=hearer_of(report, "report"))
        return changing.start_thread(self._store, self._ports, expected, key)

    def clear(self, *, confirm: bool, op_id: str | None = None) -> int:
        """Delete everything and start over; gives the new generation. Works when degraded.

        Operation ids outlive it, that of the clear as well. While another process reads, the
        deleted text stays in the log: `store.owes_cut` tells, and a later chance is taken.

        Raises RequestError unless `confirm` is True, RefusedError for a damaged memory without a
        file or an operation id that stands for another request, ForeignStoreError for a file that
        is no store of ours.
        """
        if confirm is not True:
            raise RequestError("clear deletes all memory", "confirm it with --confirm")
        key = key_of(op_id, "clear")
        if self._is_healthy():
            try:
                return changing.clear_store(self._store, self._ports, key)
            except MemorySchemaError as error:
                self._degrade(error)
        path = self._store.path
        if path is None:
            raise RefusedError("this memory has no file to reset")
        self._store.drop()
        generation = recovery.reset_damaged(path, self._ports, key)
        self._store.become(recovery.open_replaced(path, self._ports))
        self._store.owes_cut = True
        self._store.cut_idly()
        return generation


def _checked(model: Model | None, daily: DailyLimits | None, ports: Ports | None) -> Ports:
    """Hold what a memory is opened with against what it must be; give what surrounds it."""
    if model is not None and not callable(getattr(model, "ask", None)):
        raise RequestError(f"a {type(model).__name__} is no model", "see choose_model")
    if daily is not None:
        one_of(daily, DailyLimits, "what a day may cost")
    return system_ports() if ports is None else one_of(ports, Ports, "what surrounds the memory")
