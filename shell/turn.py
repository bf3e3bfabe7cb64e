"""One request's turn: bound to its thread and session from admission to the end."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from sayso.core import limits
from sayso.core.project.ending import Ending
from sayso.core.turns import TurnState
from sayso.shell import finding
from sayso.shell.admitting import extend_lease, finish_turn
from sayso.shell.errors import MemoryLeaseError, RefusedError, SaysoError, StalePlanError

if TYPE_CHECKING:
    from types import TracebackType

    from sayso.core.project.context import HistoryMessage
    from sayso.core.project.ending import Binding
    from sayso.core.project.reading import Reading as ItemReading
    from sayso.core.search import Hit
    from sayso.shell.heart import Heart
    from sayso.shell.ports import Ports
    from sayso.shell.store.store import Store


class MemoryTurn:
    """An admitted request. For an intent without memory everything is empty and nothing kept.

    Leaving the `with` block without `finish` marks the turn as failed; the user's words stay.
    """

    def __init__(
        self,
        store: Store,
        ports: Ports,
        binding: Binding | None,
        tools: tuple[str, ...] = (),
        heart: Heart | None = None,
    ) -> None:
        """Hold the binding; `Memory.turn` makes these. A heart keeps the lease meanwhile."""
        self._store = store
        self._ports = ports
        self._binding = binding
        self._is_over = binding is None
        self._heart = heart
        self.tools = tools

    def __enter__(self) -> Self:
        """Use the turn in a `with` block; while it lasts, its lease is renewed by itself."""
        if self._heart is not None and self._binding is not None and not self._is_over:
            self._heart.keep(self._binding)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End a turn that was not finished as failed (A133); the error goes on its way."""
        if self._heart is not None and self._binding is not None:
            self._heart.let_go(self._binding)
        if self._is_over:
            return
        try:
            self.fail()
        except SaysoError as fault:
            if error is None:
                raise
            error.add_note(f"the turn could not be marked as failed: {fault.message}")

    @property
    def id(self) -> int | None:
        """The turn's number, None for an intent without memory."""
        return None if self._binding is None else self._binding.turn_id

    @cached_property
    def _context(self) -> finding.Context:
        if self._binding is None:
            return finding.Context(history=(), text="")
        return finding.read_context(self._store, self._place(self._binding))

    @property
    def history(self) -> tuple[HistoryMessage, ...]:
        """Recent messages of the session, oldest first, at most 8 turns and 12,000 characters."""
        return self._context.history

    @property
    def context(self) -> str:
        """The routing context for the system prompt, at most 4,000 characters; '' for nothing."""
        return self._context.text

    def search(self, query: str) -> tuple[Hit, ...]:
        """Search as this request may: in its scope and its own thread (A139)."""
        binding = self._open_binding()
        return finding.search(self._store, query, self._place(binding))

    def read(self, memory_id: int | str) -> ItemReading:
        """Read a memory as this request may (A140)."""
        binding = self._open_binding()
        return finding.read_memory(self._store, finding.parse_id(memory_id), self._place(binding))

    def heartbeat(self, lease_us: int = limits.TURN_LEASE_US) -> None:
        """Keep the turn while its request still runs; the lease is in microseconds, up to 12 h.

        Inside its `with` block a turn does this by itself. Raises MemoryLeaseError when the lease
        is over: others may take the request for dead then, but `finish` still stores its answer.
        """
        binding = self._open_binding()
        try:
            extend_lease(self._store, self._ports, binding, lease_us)
        except StalePlanError as stale:
            raise MemoryLeaseError(
                f"the lease of turn t{binding.turn_id} is over", "finish() still stores the answer"
            ) from stale

    def finish(self, answer: str) -> None:
        """Store the answer the user saw, durably, and queue the turn for extraction.

        Raises MemoryLeaseError when the turn was given up for dead meanwhile by somebody else.
        """
        self._end(Ending(state=TurnState.COMPLETED, assistant_text=answer))

    def fail(self) -> None:
        """Mark the turn as failed; the user's words are kept and queued (A133, A136)."""
        self._end(Ending(state=TurnState.FAILED))

    def _end(self, ending: Ending) -> None:
        if self._binding is not None:
            finish_turn(self._store, self._ports, self._binding, ending)
        self._is_over = True

    def _open_binding(self) -> Binding:
        if self._binding is None:
            raise RefusedError("this intent has no memory tools", "see the table of intents")
        if self._is_over:
            raise RefusedError("this request is over", "search through Memory instead")
        return self._binding

    @staticmethod
    def _place(binding: Binding) -> finding.Place:
        return finding.Place(
            scope_id=binding.scope_id,
            thread_id=binding.thread_id,
            session=binding.session,
            before_turn_id=binding.turn_id,
        )
